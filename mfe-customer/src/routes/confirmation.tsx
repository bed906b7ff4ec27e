import type { ConfirmationKind } from '../features/confirmations/confirmation.ts';
import { ConfirmationScreen } from '../features/confirmations/confirmation-screen.tsx';
import { NoIndex } from '../lib/no-index.tsx';

/** /customer/cashback/:token and /customer/redemption/:token */
export function ConfirmationRoute(props: { kind: ConfirmationKind; token: string }) {
  return (
    <>
      <NoIndex />
      <ConfirmationScreen {...props} />
    </>
  );
}
