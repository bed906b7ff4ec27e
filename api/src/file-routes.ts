import { CUSTOMER_DATA_ROUTES } from './customer-data/customer-data.routes.ts';
import { CUSTOMER_FILE_ROUTES } from './customer-files/customer-files.routes.ts';
import type { FileRoute } from './file-route.ts';
import { LOGO_UPLOAD } from './logos/logo.routes.ts';
import { REPORT_FILE_ROUTES } from './reports/report-files.routes.ts';

/** Table of contents of uploads and downloads; all other calls of screens are in router.ts. */
export const FILE_ROUTES: readonly FileRoute[] = [
  ...CUSTOMER_DATA_ROUTES,
  ...CUSTOMER_FILE_ROUTES,
  ...REPORT_FILE_ROUTES,
  LOGO_UPLOAD,
];
