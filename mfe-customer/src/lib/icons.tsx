import type { ReactNode } from 'react';

/**
 * The icons of the views that are shown before the application's JavaScript: drawn here, because lucide's
 * need React. On its grid of 24 with its line of 2, so that they stand beside its icons.
 */
function Icon({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <svg
      className={className}
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export function CrossIcon() {
  return (
    <Icon>
      <path d="M6 6 18 18M18 6 6 18" />
    </Icon>
  );
}

export function AgainIcon() {
  return (
    <Icon>
      <path d="M20 12a8 8 0 1 1-2.5-5.8L20 8.5" />
      <path d="M20 3.5v5h-5" />
    </Icon>
  );
}

export function WalletIcon({ className }: { className?: string | undefined }) {
  return (
    <Icon className={className}>
      <path d="M18 7V5a1 1 0 0 0-1-1H5a2 2 0 0 0 0 4h14a1 1 0 0 1 1 1v3.5" />
      <path d="M3 6v12a2 2 0 0 0 2 2h14a1 1 0 0 0 1-1v-3.5" />
      <path d="M18 12.5a1.5 1.5 0 0 0 0 3h3v-3Z" />
    </Icon>
  );
}
