import { CUSTOMER_ROUTES } from './rest/customers.routes.ts';
import { PURCHASE_ROUTES } from './rest/purchases.routes.ts';
import { REDEMPTION_ROUTES } from './rest/redemptions.routes.ts';
import type { RestRoute } from './rest/rest-route.ts';

/** Table of contents of the REST API; procedures that screens call are in router.ts. */
export const REST_ROUTES: readonly RestRoute[] = [
  ...PURCHASE_ROUTES,
  ...CUSTOMER_ROUTES,
  ...REDEMPTION_ROUTES,
];
