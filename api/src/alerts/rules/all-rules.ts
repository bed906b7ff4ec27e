import { CORRECTIONS } from './corrections.sql.ts';
import { CUSTOMER_HIGH } from './customer-high.sql.ts';
import { CUSTOMER_OFTEN } from './customer-often.sql.ts';
import { CUSTOMER_QUICK } from './customer-quick.sql.ts';
import { EMPLOYEE_HIGH } from './employee-high.sql.ts';
import { NIGHT } from './night.sql.ts';
import { OWN_DEVICE } from './own-device.sql.ts';
import { OWN_NETWORK } from './own-network.sql.ts';
import { OWN_PHONE } from './own-phone.sql.ts';
import { QUICK_REDEMPTION } from './quick-redemption.sql.ts';
import { REVERSALS } from './reversals.sql.ts';
import { SHARED_DEVICE } from './shared-device.sql.ts';
import { SHARED_PHONE } from './shared-phone.sql.ts';
import { WATCHED } from './watched.sql.ts';

/** The columns of the union have the names that the first rule gives them. */
const RULES = [
  EMPLOYEE_HIGH,
  CUSTOMER_HIGH,
  CUSTOMER_OFTEN,
  CUSTOMER_QUICK,
  OWN_DEVICE,
  OWN_NETWORK,
  SHARED_DEVICE,
  OWN_PHONE,
  SHARED_PHONE,
  QUICK_REDEMPTION,
  REVERSALS,
  CORRECTIONS,
  NIGHT,
];

/**
 * Begins a statement: `found` is what the rules see in the window, without the pairs of employee and customer
 * that were marked as fine. It has one row for each rule, pair and day, because a duplicate alert would make
 * the statement fail for every rule.
 */
export const FOUND = `WITH ${WATCHED}, seen AS (
    ${RULES.map((rule) => `(${rule})`).join('\n    UNION ALL\n    ')}
  ), found AS (
    SELECT DISTINCT ON (rule, employee_id, customer_id, day) * FROM seen s
    WHERE s.customer_id IS NULL OR NOT EXISTS (
      SELECT FROM alerts f
      WHERE f.merchant_id = $1 AND f.rule = s.rule AND f.state = 'fine' AND f.customer_id = s.customer_id
        AND f.employee_id IS NOT DISTINCT FROM s.employee_id)
    ORDER BY rule, employee_id, customer_id, day, cardinality(movement_ids) DESC
  )`;
