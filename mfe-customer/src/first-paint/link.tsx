import type { LinkProps } from '../lib/link.tsx';

/** Before the application is here a link is a link: the browser goes there. */
export function Link(props: LinkProps) {
  return <a {...props} />;
}
