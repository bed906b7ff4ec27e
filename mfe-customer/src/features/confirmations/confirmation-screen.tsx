import { useDocumentTitle } from 'federation/use-document-title';
import type { ReactNode } from 'react';
import { ConfirmationFailure } from './confirmation-failure.tsx';
import { ConfirmationProgress } from './confirmation-progress.tsx';
import type { Confirmation } from './use-confirmation.ts';

interface ConfirmationScreenProps<Result> {
  /** The tab's title. */
  title: string;
  confirmation: Confirmation<Result>;
  /** What the spinner says. */
  progress: string;
  children: (result: Result) => ReactNode;
}

/** A confirmation on its way, refused, or done; what 'done' shows is the caller's. */
export function ConfirmationScreen<Result>(props: ConfirmationScreenProps<Result>) {
  const { title, confirmation, progress, children } = props;
  useDocumentTitle(title);
  if (confirmation.status === 'processing') return <ConfirmationProgress>{progress}</ConfirmationProgress>;
  if (confirmation.status === 'failed') return <ConfirmationFailure {...confirmation} />;
  return children(confirmation.result);
}
