import type { RemoteHost } from 'federation/remote-module';
import { notify } from 'ui/notify';
import type { RemoteName } from '../features/remotes/remote-directory.ts';
import { RemotePage } from '../features/remotes/remote-page.tsx';
import { CenteredPage } from '../lib/centered-page.tsx';
import { PageSpinner } from '../lib/page-spinner.tsx';

/** Nobody signs in on a customer's page: it neither asks for a session nor reads a stored one. */
const PUBLIC_HOST: RemoteHost = { session: null, onSessionEnded: () => undefined, notify };

/** A customer's page: a remote and nothing around it. */
export function PublicArea({ remote }: { remote: RemoteName }) {
  return (
    <RemotePage name={remote} host={PUBLIC_HOST} skeleton={<PageSpinner />} FailureFrame={CenteredPage} />
  );
}
