import { findArea } from './features/remotes/areas.ts';

/** The file of each screen of the shell's own, downloaded by who goes there. */
export const ROUTE_FILES = {
  login: () => import('./routes/login.tsx'),
  signup: () => import('./routes/signup.tsx'),
  'forgot-password': () => import('./routes/forgot-password.tsx'),
  'set-password': () => import('./routes/set-password.tsx'),
  'force-update': () => import('./routes/force-update.tsx'),
  staffArea: () => import('./routes/staff-area.tsx'),
};

/** Asks for the file of an address before the router that will want it is here: both travel at once. */
export function fetchAhead(pathname: string): void {
  const name = findArea(pathname) ? 'staffArea' : pathname.slice(1);
  // The router asks again, and says so when it can't be had.
  if (Object.hasOwn(ROUTE_FILES, name)) {
    ROUTE_FILES[name as keyof typeof ROUTE_FILES]().catch(() => undefined);
  }
}
