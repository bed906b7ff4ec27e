/**
 * Every address that has a screen, by its front end, as their routers write it. The shell goes by this list,
 * and the server answers 404 for other addresses; a test compares it with the routers.
 */
export const SCREENS = {
  shell: [
    '/',
    '/login',
    '/signup',
    '/forgot-password',
    '/set-password',
    '/confirm-email',
    '/not-me',
    '/force-update',
  ],
  mfe_analytics: ['/dashboard', '/reports', '/reports/customers', '/reports/team', '/reports/cashback'],
  mfe_backoffice: [
    '/alerts',
    '/alerts/settings',
    '/alerts/:alertId',
    '/approvals',
    '/audit',
    '/cashback',
    '/redemption',
    '/customers',
    '/customers/data-requests',
    '/customers/:customerId',
    '/employees',
    '/integrations',
    '/settings',
  ],
  mfe_customer: [
    '/signup/:slug',
    '/meus-dados/:slug',
    '/customer',
    '/customer/cashback',
    '/customer/cashback/:token',
    '/customer/redemption',
    '/customer/redemption/:token',
    '/customer/trial/:token',
    '/customer/dashboard',
    '/customer/dashboard/:phone',
  ],
} as const;
export type ScreenOwner = keyof typeof SCREENS;

/** Capitals are small letters and a last slash is none, as to the router. */
const SHAPES = (Object.keys(SCREENS) as ScreenOwner[]).map(
  (owner) =>
    [
      owner,
      new RegExp(`^(?:${SCREENS[owner].map((path) => path.replace(/:\w+/, '[^/]+')).join('|')})/?$`, 'i'),
    ] as const,
);

/** The front end that shows '/customers/0f', a path without its query. Undefined for an unknown path. */
export function screenOwner(path: string): ScreenOwner | undefined {
  return SHAPES.find(([, shape]) => shape.test(path))?.[0];
}
