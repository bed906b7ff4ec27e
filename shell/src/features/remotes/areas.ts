import type { RemoteName } from './remote-directory.ts';

/** Which remote shows which address. Addresses in no list are none of the product's: they lead to /login. */
const STAFF_AREAS: Record<string, RemoteName> = {
  dashboard: 'mfe_analytics',
  reports: 'mfe_analytics',
  cashback: 'mfe_backoffice',
  redemption: 'mfe_backoffice',
  customers: 'mfe_backoffice',
  employees: 'mfe_backoffice',
  integrations: 'mfe_backoffice',
  settings: 'mfe_backoffice',
  audit: 'mfe_backoffice',
};

/** Staff areas with pages below: '/customers/{id}', '/reports/customers'. */
const STAFF_AREAS_WITH_PAGES = ['customers', 'reports'];

const PUBLIC_AREAS: Record<string, RemoteName> = {
  customer: 'mfe_customer',
  // '/signup' itself is the shell's: a merchant signs up there. '/signup/{slug}' is a customer's.
  signup: 'mfe_customer',
};

export interface Area {
  remote: RemoteName;
  /** Only for who is signed in, inside the back-office frame. */
  isProtected: boolean;
}

/** '/cashback' and '/customers/{id}' → mfe_backoffice, protected. Undefined for what no remote answers. */
export function findArea(pathname: string): Area | undefined {
  const [, first = '', ...rest] = pathname.split('/');
  const below = rest.filter((part) => part !== '').length;
  const hasRest = below > 0;
  const staff = Object.hasOwn(STAFF_AREAS, first) ? STAFF_AREAS[first] : undefined;
  if (staff && below <= (STAFF_AREAS_WITH_PAGES.includes(first) ? 1 : 0))
    return { remote: staff, isProtected: true };
  const customer = Object.hasOwn(PUBLIC_AREAS, first) ? PUBLIC_AREAS[first] : undefined;
  return customer && hasRest ? { remote: customer, isProtected: false } : undefined;
}
