import type { ReactNode } from 'react';

interface WithoutScriptProps {
  /** The class of content that would wait forever for a script. */
  hides: string | undefined;
  /** The alternative. */
  children: ReactNode;
}

/** Content for a browser that runs no scripts; all others leave it out. */
export function WithoutScript({ hides = '', children }: WithoutScriptProps) {
  return (
    <noscript>
      <style>{`.${hides.replaceAll('.', '\\.')} { display: none; }`}</style>
      {children}
    </noscript>
  );
}
