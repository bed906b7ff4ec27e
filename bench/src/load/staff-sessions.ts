import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { sha256 } from '../../../api/src/lib/tokens.ts';
import { PURCHASES_PER_EMPLOYEE } from '../../../api/src/limits/call-limits.ts';

/** Above what any benchmark records in one process. */
const PURCHASES_PER_SECOND = 5_000;

/**
 * Signs these people in without asking for a password, for logins are counted. Answers their cookies, in the
 * same order.
 */
export async function openSessions(
  owner: pg.Client,
  people: readonly { merchantId: string; employeeId: string }[],
): Promise<string[]> {
  const cookies = people.map(() => randomBytes(32).toString('base64url'));
  await owner.query(
    `INSERT INTO sessions (merchant_id, id, employee_id, expires_at)
     SELECT u.*, now() + interval '12 hours' FROM unnest($1::uuid[], $2::text[], $3::uuid[]) u`,
    [
      people.map(({ merchantId }) => merchantId),
      cookies.map((cookie) => sha256(cookie).toString('hex')),
      people.map(({ employeeId }) => employeeId),
    ],
  );
  return cookies;
}

/**
 * Hires colleagues of each merchant's employee, and gives the merchant's sessions to one after the other: an
 * employee may record some hundred purchases a minute, a merchant here a thousand a second. For calls and
 * admission it stays one session. Enough for `PURCHASES_PER_SECOND` of these merchants together. Answers what
 * ends it.
 */
export async function shareSessions(
  ownerUrl: string,
  merchantIds: readonly string[],
): Promise<() => Promise<void>> {
  const { limit, windowSeconds } = PURCHASES_PER_EMPLOYEE;
  const perSecond = PURCHASES_PER_SECOND / merchantIds.length;
  const turns = Math.ceil((perSecond * windowSeconds) / limit);
  const colleagues = Array.from({ length: turns }, () => merchantIds.map(() => randomUUID()));
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  for (const ids of colleagues)
    await owner.query(
      `INSERT INTO employees (merchant_id, id, name, email, role)
       SELECT merchant_id, u.id, 'Caixa', u.id || '@loja.example', (array_agg(role))[1]
       FROM unnest($1::uuid[], $2::uuid[]) AS u (merchant_id, id) JOIN employees USING (merchant_id)
       GROUP BY merchant_id, u.id`,
      [merchantIds, ids],
    );
  let turn = 0;
  const handOver = () =>
    owner.query(
      `UPDATE sessions s SET employee_id = u.employee_id
       FROM unnest($1::uuid[], $2::uuid[]) AS u (merchant_id, employee_id) WHERE s.merchant_id = u.merchant_id`,
      [merchantIds, colleagues[turn++ % turns]],
    );
  await handOver();
  // Twice in each employee's share, because a turn may last longer on a busy machine.
  let failure: unknown;
  const handOverAgain = () =>
    handOver().catch((error) => {
      failure = error;
    });
  const timer = setInterval(handOverAgain, (limit / perSecond / 2) * 1_000);
  return async () => {
    clearInterval(timer);
    await owner.end();
    if (failure) throw failure;
  };
}
