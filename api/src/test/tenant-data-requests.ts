import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { freshPhone } from 'testing/signed-in-merchant';

/** Enough that each caller of the tenant matrix closes one, and names one of the other merchant's. */
const REQUESTS = 60;

/** Open requests about data, each with a phone and a contact of its own. */
export async function insertDataRequests(
  owner: pg.Pool,
  merchantId: string,
): Promise<{ ids: string[]; canaries: string[] }> {
  const rows = Array.from({ length: REQUESTS }, () => ({
    id: randomUUID(),
    phone: freshPhone(),
    contact: `pedido${randomBytes(6).toString('hex')}@mail.example`,
  }));
  await owner.query(
    `INSERT INTO data_requests (merchant_id, id, kind, phone, contact, created_at, due_at)
     SELECT $1, id, 'access', phone, contact, now(), now() + interval '15 days'
     FROM unnest($2::uuid[], $3::text[], $4::text[]) AS asked (id, phone, contact)`,
    [
      merchantId,
      rows.map(({ id }) => id),
      rows.map(({ phone }) => phone),
      rows.map(({ contact }) => contact),
    ],
  );
  const refused = { id: randomUUID(), phone: freshPhone() };
  await owner.query(
    `INSERT INTO data_requests (merchant_id, id, kind, phone, state, created_at, due_at, closed_at, closed_by)
     SELECT $1, $2, 'access', $3, 'refused', now(), now(), now(), id
     FROM employees WHERE merchant_id = $1 LIMIT 1`,
    [merchantId, refused.id, refused.phone],
  );
  return { ids: rows.map(({ id }) => id), canaries: [...rows, refused].flatMap((row) => Object.values(row)) };
}
