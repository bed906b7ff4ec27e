import type { PageMerchant } from 'domain/page-context';
import type { ReactNode } from 'react';
import { CASHBACK_CHEER, CashbackReceipt } from './cashback-receipt.tsx';
import type { ConfirmationKind, ConfirmationState, Confirmed } from './confirmation.ts';
import { ConfirmationFailure } from './confirmation-failure.tsx';
import { ConfirmationProgress } from './confirmation-progress.tsx';
import { REDEMPTION_CHEER, RedemptionReceipt } from './redemption-receipt.tsx';
import { USED_LINK_TITLES, UsedLink } from './used-link.tsx';

interface ConfirmationViewProps<Kind extends ConfirmationKind> {
  kind: Kind;
  state: ConfirmationState<Kind>;
  /** The sender of the page while the merchant is unknown. */
  merchant: PageMerchant | null;
  /** What comes later, under the receipt of a purchase. */
  addition?: ReactNode;
}

/**
 * A confirmation on its way, refused, or done. Like all it shows a plain function of its props: the page that
 * stands before the application writes the same as text, where no React is.
 */
export function ConfirmationView<Kind extends ConfirmationKind>(props: ConfirmationViewProps<Kind>) {
  const { kind, state, merchant, addition } = props;
  if (state.status === 'processing') {
    return <ConfirmationProgress kind={kind} merchant={merchant} isSlow={state.isSlow} />;
  }
  if (state.status === 'failed') {
    return <ConfirmationFailure message={state.message} onRetry={state.onRetry} merchant={merchant} />;
  }
  const { confirmedEarlierAt } = state.result;
  if (confirmedEarlierAt) {
    return <UsedLink kind={kind} program={state.result} confirmedAt={confirmedEarlierAt} />;
  }
  return kind === 'cashback' ? (
    <CashbackReceipt cashback={state.result as Confirmed['cashback']} addition={addition} />
  ) : (
    <RedemptionReceipt redemption={state.result as Confirmed['redemption']} />
  );
}

const TITLES: Record<ConfirmationKind, { waiting: string; confirmed: string }> = {
  cashback: { waiting: 'Cashback', confirmed: CASHBACK_CHEER },
  redemption: { waiting: 'Resgate', confirmed: REDEMPTION_CHEER },
};

/** The tab's title and site; without a site it is the product's. */
export function confirmationTitle<Kind extends ConfirmationKind>({
  kind,
  state,
  merchant,
}: ConfirmationViewProps<Kind>): { title: string; site: string | undefined } {
  if (state.status !== 'confirmed') return { title: TITLES[kind].waiting, site: merchant?.name };
  const { confirmedEarlierAt, merchantName } = state.result;
  return { title: confirmedEarlierAt ? USED_LINK_TITLES[kind] : TITLES[kind].confirmed, site: merchantName };
}
