import { pageTitle } from 'domain/page-title';
import { useEffect } from 'react';

/** The tab's title while the calling screen is shown: '<title> · <product or `site`>'. */
export function useDocumentTitle(title: string, site?: string): void {
  useEffect(() => {
    document.title = pageTitle(title, site);
  }, [title, site]);
}
