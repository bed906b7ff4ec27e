import type { ConfirmationKind } from '../features/confirmations/confirmation.ts';
import { ConfirmationScreen } from '../features/confirmations/confirmation-screen.tsx';
import { useKeepOffer } from '../features/keeping/use-keep-offer.tsx';
import { NoIndex } from '../lib/no-index.tsx';
import { readPageContext } from '../lib/page-context.ts';

/** /customer/cashback/:token and /customer/redemption/:token */
export function ConfirmationRoute(props: { kind: ConfirmationKind; token: string }) {
  const offer = useKeepOffer(props.kind === 'cashback', readPageContext().merchant?.slug);
  return (
    <>
      <NoIndex />
      <ConfirmationScreen {...props} addition={offer} />
    </>
  );
}
