import { lazy } from 'react';
import type { ConfirmationKind } from '../features/confirmations/confirmation.ts';
import { ConfirmationScreen } from '../features/confirmations/confirmation-screen.tsx';
import { useKeepOffer } from '../features/keeping/use-keep-offer.tsx';
import { NoIndex } from '../lib/no-index.tsx';
import { readPageContext } from '../lib/page-context.ts';

// Of its own: most customers are never asked. Until it is here, the page before the application stays.
const ProofNeeded = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'proof' */ '../features/proof/proof-needed.tsx')).ProofNeeded,
}));

/** /customer/cashback/:token and /customer/redemption/:token */
export function ConfirmationRoute(props: { kind: ConfirmationKind; token: string }) {
  const { merchant } = readPageContext();
  const offer = useKeepOffer(props.kind === 'cashback', merchant?.slug);
  return (
    <>
      <NoIndex />
      <ConfirmationScreen
        {...props}
        addition={offer}
        askForProof={(onProved) => (
          <ProofNeeded who={{ token: props.token }} merchant={merchant} onProved={onProved} />
        )}
      />
    </>
  );
}
