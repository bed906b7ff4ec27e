import { ConfirmationScreen } from '../features/confirmations/confirmation-screen.tsx';
import { NoIndex } from '../lib/no-index.tsx';

/** /customer/cashback/:token */
export function CashbackRoute({ token }: { token: string }) {
  return (
    <>
      <NoIndex />
      <ConfirmationScreen kind="cashback" key={token} token={token} />
    </>
  );
}
