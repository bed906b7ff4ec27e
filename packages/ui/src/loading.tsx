import type { ReactNode } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface LoadingProps {
  /** The loading label for screen readers: 'Carregando clientes'. */
  label: string;
  /** A skeleton as large as the content to come. */
  children: ReactNode;
}

/** ScreenState's 'loading', for pages that may not bring the other two. */
export function Loading({ label, children }: LoadingProps) {
  return (
    <div aria-busy="true">
      <div role="status">
        <VisuallyHidden>{label}</VisuallyHidden>
      </div>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
