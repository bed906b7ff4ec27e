import { asOwner } from './database.ts';
import type { Merchant } from './merchant.ts';

/** The login was ten minutes ago, by the database's clock. */
export const ageProofs = ({ email }: Merchant) =>
  asOwner(
    `UPDATE sessions SET proved_at = now() - interval '10 minutes'
     WHERE employee_id = (SELECT id FROM employees WHERE email = $1)`,
    [email],
  );
