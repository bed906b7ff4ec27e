import { useDocumentTitle } from 'federation/use-document-title';
import { readPageContext } from '../../lib/page-context.ts';
import { useTagMoment } from '../../lib/tag-moments.ts';
import type { ConfirmationKind } from './confirmation.ts';
import { ConfirmationView, confirmationTitle } from './confirmation-view.tsx';
import { useConfirmation } from './use-confirmation.ts';

/** Opening the link of a QR code confirms what it stands for. */
export function ConfirmationScreen({ kind, token }: { kind: ConfirmationKind; token: string }) {
  const state = useConfirmation(kind, token);
  const view = { kind, state, merchant: readPageContext().merchant };
  const { title, site } = confirmationTitle(view);
  useDocumentTitle(title, site);
  const isOver = state.status === 'confirmed' || (state.status === 'failed' && !state.onRetry);
  useTagMoment('movement', isOver ? token : undefined);
  return <ConfirmationView {...view} />;
}
