import { CUSTOMER_FILE_ROUTES } from './customers/customer-files.routes.ts';
import type { StaffRoute } from './http/staff-routes.ts';
import { LOGO_UPLOAD } from './merchants/logo.routes.ts';
import { REPORT_FILE_ROUTES } from './reports/report-files.routes.ts';

/** Table of contents of what is sent or received as a file; everything else is in router.ts. */
export const STAFF_ROUTES: readonly StaffRoute[] = [
  ...CUSTOMER_FILE_ROUTES,
  ...REPORT_FILE_ROUTES,
  LOGO_UPLOAD,
];
