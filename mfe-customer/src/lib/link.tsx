import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import { goTo } from './navigation.ts';
import { screenAt } from './screen-at.ts';

export interface LinkProps {
  /** An address of this application. */
  href: string;
  className?: string | undefined;
  style?: CSSProperties | undefined;
  children: ReactNode;
}

/**
 * A link to another screen. In the page that stands before the application, first-paint/link.tsx is in its
 * place.
 */
export function Link({ href, children, ...rest }: LinkProps) {
  function follow(event: MouseEvent) {
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || event.defaultPrevented || !screenAt(href)) return;
    event.preventDefault();
    goTo(href);
  }
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
