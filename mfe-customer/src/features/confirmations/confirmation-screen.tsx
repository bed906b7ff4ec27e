import { useDocumentTitle } from 'federation/use-document-title';
import { type ReactNode, useEffect } from 'react';
import { afterLoad } from '../../lib/after-load.ts';
import { readPageContext } from '../../lib/page-context.ts';
import { useTagMoment } from '../../lib/tag-moments.ts';
import type { ConfirmationKind } from './confirmation.ts';
import { ConfirmationView, confirmationTitle } from './confirmation-view.tsx';
import { useConfirmation } from './use-confirmation.ts';

interface ConfirmationScreenProps {
  kind: ConfirmationKind;
  token: string;
  /** What comes later, under the receipt of a purchase. */
  addition: ReactNode;
  /** The screen that asks for a proof of being the customer. */
  askForProof: (onProved: () => void) => ReactNode;
}

/** Opening the link of a QR code confirms what it stands for. */
export function ConfirmationScreen({ kind, token, addition, askForProof }: ConfirmationScreenProps) {
  const state = useConfirmation(kind, token);
  const view = { kind, state, merchant: readPageContext().merchant };
  const { title, site } = confirmationTitle(view);
  useDocumentTitle(title, site);
  const isOver = state.status === 'confirmed' || (state.status === 'failed' && !state.onRetry);
  useTagMoment('movement', isOver ? token : undefined);
  useEffect(() => {
    // A receipt that is not for this browser, or too late, names no phone.
    if (state.status !== 'confirmed' || state.result.phone === '') return;
    const { merchantSlug, phone } = state.result;
    afterLoad(async () => {
      const memory = await import(/* webpackChunkName: 'dashboard' */ '../../lib/device-memory.ts');
      memory.rememberPhone(memory.memoryKey(merchantSlug), phone);
    });
  }, [state]);
  if (state.status === 'processing' && state.onProved) return askForProof(state.onProved);
  return <ConfirmationView {...view} addition={addition} />;
}
