import { TrialScreen } from '../features/confirmations/trial-screen.tsx';
import { NoIndex } from '../lib/no-index.tsx';

/** /customer/trial/:token */
export function TrialRoute({ token }: { token: string }) {
  return (
    <>
      <NoIndex />
      <TrialScreen token={token} />
    </>
  );
}
