import type { RemoteHost } from 'federation/remote-module';
import { notify } from 'ui/notify';
import type { RemoteName } from '../features/remotes/remote-directory.ts';
import { RemotePage } from '../features/remotes/remote-page.tsx';
import { CenteredPage } from '../lib/centered-page.tsx';
import { PageSpinner } from '../lib/page-spinner.tsx';
import { useBarPathname } from '../lib/use-bar-pathname.ts';
import { reloadPage } from '../lib/watch-files.ts';

/** A customer's page has no login: it neither asks for a session nor reads a stored one. */
const PUBLIC_HOST: RemoteHost = { session: null, onSessionEnded: () => undefined, notify };

/**
 * A new page, where there is a network: of files that the page had the browser fetch ahead, one that failed
 * goes on failing as long as the page is open. Nothing is lost by it, for nothing was shown.
 */
function retry(restart: () => void): void {
  if (navigator.onLine) void reloadPage();
  else restart();
}

/** A customer's page: a remote and nothing around it. */
export function PublicArea({ remote }: { remote: RemoteName }) {
  return (
    <RemotePage
      name={remote}
      host={PUBLIC_HOST}
      pathname={useBarPathname()}
      skeleton={<PageSpinner />}
      FailureFrame={CenteredPage}
      retry={retry}
    />
  );
}
