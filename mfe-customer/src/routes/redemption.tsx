import { ConfirmationScreen } from '../features/confirmations/confirmation-screen.tsx';
import { NoIndex } from '../lib/no-index.tsx';

/** /customer/redemption/:token */
export function RedemptionRoute({ token }: { token: string }) {
  return (
    <>
      <NoIndex />
      <ConfirmationScreen kind="redemption" key={token} token={token} />
    </>
  );
}
