/**
 * The file of each screen of the shell, downloaded on navigation. The page's preloads ask for it together
 * with the router's, so nothing here is prefetched.
 */
export const ROUTE_FILES = {
  login: () => import('./routes/login.tsx'),
  signup: () => import('./routes/signup.tsx'),
  'forgot-password': () => import('./routes/forgot-password.tsx'),
  'set-password': () => import('./routes/set-password.tsx'),
  'confirm-email': () => import('./routes/confirm-email.tsx'),
  'not-me': () => import('./routes/not-me.tsx'),
  'force-update': () => import('./routes/force-update.tsx'),
  staffArea: () => import('./routes/staff-area.tsx'),
};
