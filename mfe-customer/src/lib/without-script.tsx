import type { ReactNode } from 'react';

interface WithoutScriptProps {
  /** The class of what waits for a script, and would wait for ever. */
  hides: string | undefined;
  /** What to do instead. */
  children: ReactNode;
}

/** What a page says in a browser that runs no scripts; all others leave it out. */
export function WithoutScript({ hides = '', children }: WithoutScriptProps) {
  return (
    <noscript>
      <style>{`.${hides.replaceAll('.', '\\.')} { display: none; }`}</style>
      {children}
    </noscript>
  );
}
