import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';

/** Enough that each caller of the tenant matrix answers one, and names one of the other merchant's. */
const APPROVALS = 100;

/** Askings that wait, of an employee who calls nothing; every second one for the customer. */
export async function insertApprovals(
  owner: pg.Pool,
  { merchantId, employeeId }: { merchantId: string; employeeId: string },
  customerId: string,
): Promise<{ ids: string[]; canaries: string[] }> {
  const asked = Array.from({ length: APPROVALS }, () => ({ id: randomUUID(), phone: freshPhone() }));
  const [ids, phones] = [asked.map(({ id }) => id), asked.map(({ phone }) => phone)];
  await owner.query(
    `INSERT INTO approvals (merchant_id, id, kind, request_id, amount_cents, customer_id, phone, asked_by, asked_at, expires_at)
     SELECT $1, id, 'purchase', gen_random_uuid(), 100, CASE WHEN n % 2 = 0 THEN $5::uuid END,
       CASE WHEN n % 2 = 1 THEN phone END, $2, now(), now() + interval '1 hour'
     FROM unnest($3::uuid[], $4::text[]) WITH ORDINALITY AS asked (id, phone, n)`,
    [merchantId, employeeId, ids, phones, customerId],
  );
  return { ids, canaries: [...ids, ...phones] };
}
