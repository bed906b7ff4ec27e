import { ALERTS_MATRIX } from '../alerts/tenant-matrix.test-rows.ts';
import { API_KEYS_MATRIX } from '../api-keys/tenant-matrix.test-rows.ts';
import { APPROVALS_MATRIX } from '../approvals/tenant-matrix.test-rows.ts';
import { AUDIT_MATRIX } from '../audit/tenant-matrix.test-rows.ts';
import { AUTH_MATRIX } from '../auth/tenant-matrix.test-rows.ts';
import { CASHBACK_MATRIX } from '../cashback/tenant-matrix.test-rows.ts';
import { CUSTOMERS_MATRIX } from '../customers/tenant-matrix.test-rows.ts';
import { DATA_REQUESTS_MATRIX } from '../data-requests/tenant-matrix.test-rows.ts';
import { DOMAINS_MATRIX } from '../domains/tenant-matrix.test-rows.ts';
import { EMPLOYEES_MATRIX } from '../employees/tenant-matrix.test-rows.ts';
import { INTEGRATIONS_MATRIX } from '../integrations/tenant-matrix.test-rows.ts';
import { LEGAL_MATRIX } from '../legal/tenant-matrix.test-rows.ts';
import { MERCHANTS_MATRIX } from '../merchants/tenant-matrix.test-rows.ts';
import { MY_DATA_MATRIX } from '../my-data/tenant-matrix.test-rows.ts';
import { PROOF_MATRIX } from '../proof/tenant-matrix.test-rows.ts';
import { REDEMPTIONS_MATRIX } from '../redemptions/tenant-matrix.test-rows.ts';
import { REPORTS_MATRIX } from '../reports/tenant-matrix.test-rows.ts';
import { SETUP_MATRIX } from '../setup/tenant-matrix.test-rows.ts';
import { SPEND_MATRIX } from '../spend/tenant-matrix.test-rows.ts';
import { TABLETS_MATRIX } from '../tablets/tenant-matrix.test-rows.ts';
import { TAGS_MATRIX } from '../tags/tenant-matrix.test-rows.ts';
import { TRIALS_MATRIX } from '../trials/tenant-matrix.test-rows.ts';
import { WEBHOOKS_MATRIX } from '../webhooks/tenant-matrix.test-rows.ts';
import type { MatrixRow } from './tenant-matrix-row.ts';

/**
 * One row for each procedure: an input that succeeds, what each kind of caller is answered, and each way
 * another merchant's id, token, slug or phone can be put into it. A procedure without a row fails
 * tenant-matrix.test.ts.
 */
export const TENANT_MATRIX: Record<string, MatrixRow> = {
  ...ALERTS_MATRIX,
  ...API_KEYS_MATRIX,
  ...APPROVALS_MATRIX,
  ...AUDIT_MATRIX,
  ...AUTH_MATRIX,
  ...CASHBACK_MATRIX,
  ...CUSTOMERS_MATRIX,
  ...DATA_REQUESTS_MATRIX,
  ...DOMAINS_MATRIX,
  ...EMPLOYEES_MATRIX,
  ...INTEGRATIONS_MATRIX,
  ...LEGAL_MATRIX,
  ...MERCHANTS_MATRIX,
  ...MY_DATA_MATRIX,
  ...PROOF_MATRIX,
  ...REDEMPTIONS_MATRIX,
  ...REPORTS_MATRIX,
  ...SETUP_MATRIX,
  ...SPEND_MATRIX,
  ...TABLETS_MATRIX,
  ...TAGS_MATRIX,
  ...TRIALS_MATRIX,
  ...WEBHOOKS_MATRIX,
};
