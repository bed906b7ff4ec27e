import { TrialScreen } from '../features/confirmations/trial-screen.tsx';
import { MyDataPage } from '../features/my-data/my-data-page.tsx';
import { CodeByEmail } from '../features/proof/code-by-email.tsx';
import { ProveForm } from '../features/proof/prove-form.tsx';
import { NoIndex } from '../lib/no-index.tsx';

type RareScreen = { kind: 'trial'; token: string } | { kind: 'meus-dados'; slug: string };

/** /customer/trial/:token and /meus-dados/:slug: one file, so that the other screens name one less. */
export function RareRoute(screen: RareScreen) {
  return (
    <>
      <NoIndex />
      {screen.kind === 'trial' ? (
        <TrialScreen key={screen.token} token={screen.token} />
      ) : (
        <MyDataPage key={screen.slug} slug={screen.slug} proof={{ ProveForm, CodeByEmail }} />
      )}
    </>
  );
}
