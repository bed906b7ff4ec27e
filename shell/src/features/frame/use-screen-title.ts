import { pageTitle } from 'domain/page-title';
import { useLayoutEffect } from 'react';
import { screenTitle } from '../../lib/screen-title.ts';

/**
 * The tab's title for an address. Set before the effects of the screen, so that one that knows more, a
 * customer's name, has the last word.
 */
export function useScreenTitle({ pathname, search }: { pathname: string; search: string }): void {
  const title = screenTitle({ pathname, search });
  // biome-ignore lint/correctness/useExhaustiveDependencies: at first another customer has the same title
  useLayoutEffect(() => {
    document.title = pageTitle(title);
  }, [title, pathname]);
}
