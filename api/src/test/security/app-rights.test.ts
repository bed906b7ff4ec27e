import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshPhone } from 'testing/signed-in-merchant';
import { beforeAll, describe, expect, test } from 'vitest';
import { APP_ROLE, LOOKUP_ROLE, WORKER_ROLE } from '../../lib/database.ts';
import { insertMerchant } from '../money-app.ts';
import { runAsApp } from './run-as-app.ts';

/** Tries as `cashback_app` what no use case does, beside what the use cases do (0041). */

const fixture = useDatabaseFixture();

let merchantId: string;
/** Put into statements for ':name'. */
let ids: Record<string, string>;

/**
 * One customer with a confirmed purchase that was reversed in part, a reversed redemption, a completed, a
 * pending and a canceled one, and an adjustment; two others with nothing.
 */
beforeAll(async () => {
  const made = await insertMerchant(fixture.owner);
  merchantId = made.merchantId;
  const names = [
    'customer',
    'other',
    'stranger',
    'purchase',
    'reversal',
    'undone',
    'pending',
    'canceled',
    'completed',
    'adjustment',
  ];
  ids = { merchant: merchantId, employee: made.employeeId };
  for (const name of names) ids[name] = randomUUID();
  await fixture.owner.query(
    filled(`
      INSERT INTO customers (merchant_id, id, phone, balance_as_of)
        VALUES (:merchant, :customer, '${freshPhone()}', now()), (:merchant, :other, '${freshPhone()}', NULL),
          (:merchant, :stranger, '${freshPhone()}', NULL);
      INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents,
          rate_basis_points, token_hash, token_expires_at, qr_scanned, qr_scanned_at, created_at,
          reversed_amount_cents, reversed_cashback_cents)
        VALUES (:merchant, :purchase, :customer, :employee, 10000, 500, 500, sha256('a'), now(), true, now(), now(),
          2000, 100);
      INSERT INTO cashback_lots (merchant_id, id, customer_id, transaction_id, amount_cents, remaining_cents,
          available_at, created_at)
        VALUES (:merchant, :purchase, :customer, :purchase, 500, 300, now(), now());
      INSERT INTO purchase_reversals (merchant_id, id, customer_id, transaction_id, employee_id, amount_cents,
          cashback_cents, was_credited, taken_cents, forgone_cents, shortfall_cents, recovered_cents, reason, created_at)
        VALUES (:merchant, :reversal, :customer, :purchase, :employee, 2000, 100, true, 0, 0, 100, 50, 'Troca', now());
      INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash, token_expires_at,
          status, completed_at, canceled_at, created_at)
        VALUES (:merchant, :undone, :customer, :employee, 100, sha256('b'), now(), 'reversed', now(), NULL, now()),
          (:merchant, :completed, :customer, :employee, 100, sha256('f'), now(), 'completed', now(), NULL, now()),
          (:merchant, :pending, :customer, :employee, 100, sha256('c'), now() + interval '1 hour', 'pending', NULL, NULL, now()),
          (:merchant, :canceled, :customer, :employee, 100, sha256('d'), now(), 'pending', NULL, now(), now());
      INSERT INTO redemption_reversals (merchant_id, id, customer_id, redemption_id, employee_id, amount_cents,
          expired_cents, recovered_cents, reason, created_at)
        VALUES (:merchant, :reversal, :customer, :undone, :employee, 100, 0, 0, 'Erro', now());
      INSERT INTO adjustments (merchant_id, id, customer_id, employee_id, amount_cents, reason, created_at)
        VALUES (:merchant, :adjustment, :customer, :employee, 100, 'Erro', now())`),
  );
});

const filled = (sql: string) =>
  sql.replace(/(?<!:):(\w+)/g, (name, key) => (ids[key] ? `'${ids[key]}'` : name));

const asApp = (sql: string, { before, role }: { before?: string; role?: string } = {}) =>
  runAsApp(fixture.owner, async (client) => (await client.query(filled(sql))).rowCount, {
    before: before && filled(before),
    tenant: merchantId,
    ...(role && { role }),
  });

const lot = (columns: string, values: string) =>
  `INSERT INTO cashback_lots (merchant_id, id, customer_id, amount_cents, remaining_cents, available_at, created_at${columns})
   VALUES (:merchant, :adjustment, :customer, ${values})`;
const entry = (kind: string, cents: number, at: string, more = '') =>
  `INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents, created_at)
   ${more} VALUES (:merchant, :customer, :purchase, '${kind}', :adjustment, ${cents}, 300, ${at})`;
const purchase = (columns: string, values: string) =>
  `INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents, rate_basis_points,
     token_hash, token_expires_at, created_at${columns})
   VALUES (:merchant, gen_random_uuid(), :customer, :employee, 10000, 500, 500, sha256('e'), now(), now()${values})`;
const redemption = (columns: string, values: string) =>
  `INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash, token_expires_at,
     created_at${columns})
   VALUES (:merchant, gen_random_uuid(), :customer, :employee, 100, sha256('e'), now(), now()${values})`;

const DENIED = 'permission denied for table';
const RANGE = 'violates check constraint "cashback_lots_remaining_range"';
const BACK = 'takes something back';
const DATED = 'is back-dated';
const OUTSIDE = 'are written by confirmations only';
const LOT = 'a new lot is full and not back-dated';
const COMPLETION = 'violates check constraint "redemptions_completion_dated"';
const LONG_AGO = "now() - interval '1 day'";

describe('the API’s role may not', () => {
  test.each([
    ['fill a lot above its amount', 'UPDATE cashback_lots SET remaining_cents = 501', RANGE],
    ['take more from a lot than is in it', 'UPDATE cashback_lots SET remaining_cents = -1', RANGE],
    [
      'raise the amount of a lot',
      'UPDATE cashback_lots SET amount_cents = 900, remaining_cents = 900',
      DENIED,
    ],
    ['prolong a lot', 'UPDATE cashback_lots SET expires_at = NULL', DENIED],
    ['make a maturing lot available', 'UPDATE cashback_lots SET available_at = now()', DENIED],
    ['delete a lot', 'DELETE FROM cashback_lots', DENIED],
    ['credit a purchase', lot(', transaction_id', '500, 500, now(), now(), :purchase'), DENIED],
    ['insert a lot that is not full', lot('', '500, 300, now(), now()'), LOT],
    ['insert a lot of the past', lot('', `500, 500, now(), ${LONG_AGO}`), LOT],
    ['take a confirmation back', 'UPDATE transactions SET qr_scanned = false, qr_scanned_at = NULL', DENIED],
    ['confirm a purchase', 'UPDATE transactions SET qr_scanned = true, qr_scanned_at = now()', DENIED],
    ['raise a purchase', 'UPDATE transactions SET amount_cents = 20000, cashback_cents = 1000', DENIED],
    ['prolong a purchase’s code', "UPDATE transactions SET token_expires_at = 'infinity'", DENIED],
    ['give a purchase another code', "UPDATE transactions SET token_hash = sha256('x')", DENIED],
    [
      'un-reverse a purchase',
      'UPDATE transactions SET reversed_amount_cents = 0, reversed_cashback_cents = 0',
      BACK,
    ],
    ['insert a confirmed purchase', purchase(', qr_scanned, qr_scanned_at', ', true, now()'), DENIED],
    ['insert a reversed purchase', purchase(', reversed_amount_cents', ', 0'), DENIED],
    ['un-complete a redemption', "UPDATE redemptions SET status = 'pending', completed_at = NULL", DENIED],
    ['complete a redemption', "UPDATE redemptions SET status = 'completed' WHERE id = :pending", COMPLETION],
    [
      'reopen a completed redemption',
      "UPDATE redemptions SET status = 'pending' WHERE id = :completed",
      COMPLETION,
    ],
    ['reopen a reversed redemption', "UPDATE redemptions SET status = 'pending' WHERE id = :undone", BACK],
    ['un-reverse a redemption', "UPDATE redemptions SET status = 'completed' WHERE id = :undone", BACK],
    [
      'reverse a pending redemption',
      "UPDATE redemptions SET status = 'reversed' WHERE id = :pending",
      COMPLETION,
    ],
    ['un-cancel a redemption', 'UPDATE redemptions SET canceled_at = NULL WHERE id = :canceled', BACK],
    [
      'prolong a redemption’s code',
      "UPDATE redemptions SET token_expires_at = 'infinity' WHERE id = :pending",
      BACK,
    ],
    ['lower a redemption', 'UPDATE redemptions SET amount_cents = 1', DENIED],
    ['insert a completed redemption', redemption(', status, completed_at', ", 'completed', now()"), DENIED],
    ['take a recovery back', 'UPDATE purchase_reversals SET recovered_cents = 0', BACK],
    ['change a reversal', 'UPDATE purchase_reversals SET taken_cents = 100, shortfall_cents = 0', DENIED],
    ['change an adjustment', 'UPDATE adjustments SET amount_cents = 1', DENIED],
    ['back-date an entry', entry('adjustment', 100, LONG_AGO), DATED],
    ['date an entry before the balance', entry('adjustment', 100, "now() - interval '1 second'"), DATED],
    [
      'set the balance’s time back for an older entry',
      `WITH back AS (UPDATE customers SET balance_as_of = NULL) ${entry('expiry_reversal', 100, LONG_AGO)}`,
      DATED,
    ],
    [
      'choose an entry’s place',
      entry('adjustment', 100, 'now()', 'OVERRIDING SYSTEM VALUE')
        .replace('(', '(id, ')
        .replace('VALUES (', 'VALUES (1, '),
      DENIED,
    ],
    ['write the credit of a purchase', entry('accrual', 100, 'now()'), OUTSIDE],
    ['write the debit of a redemption', entry('redemption', -100, 'now()'), OUTSIDE],
    ['change an entry', 'UPDATE ledger_entries SET amount_cents = 1', DENIED],
    ['delete an entry', 'DELETE FROM ledger_entries', DENIED],
    ['take an erasure back', 'UPDATE customers SET erased_at = NULL', DENIED],
    ['give a customer another id', 'UPDATE customers SET id = gen_random_uuid()', DENIED],
  ])('%s', async (_what, sql, why) => {
    await expect(asApp(sql)).rejects.toThrow(why);
  });

  const MOVED = [
    ...['cashback_lots', 'transactions', 'redemptions', 'purchase_reversals', 'adjustments'],
    'redemption_reversals',
  ];
  const MERGE = `
    INSERT INTO customer_merges (merchant_id, id, source_customer_id, target_customer_id, source_phone, employee_id,
      moved_cents, reason, created_at)
    VALUES (:merchant, gen_random_uuid(), :customer, :other, '', :employee, 0, 'Mesma pessoa', now())`;

  test.each(MOVED)('move rows of %s to another customer, but with a merge', async (table) => {
    const move = (from: string, to: string) =>
      `UPDATE ${table} SET customer_id = ${to} WHERE customer_id = ${from}`;
    const refused = `no merge moves this row of ${table}`;
    await expect(asApp(move(':customer', ':other'))).rejects.toThrow(refused);
    expect(await asApp(move(':customer', ':other'), { before: MERGE })).toBeGreaterThan(0);
    await expect(asApp(move(':customer', ':stranger'), { before: MERGE })).rejects.toThrow(refused);
    const before = `${MERGE}; ${move(':customer', ':stranger')}`;
    await expect(asApp(move(':stranger', ':other'), { before })).rejects.toThrow(refused);
  });
});

test.each([
  ['take from a lot', 'UPDATE cashback_lots SET remaining_cents = 0'],
  ['put back up to its amount', 'UPDATE cashback_lots SET remaining_cents = 500'],
  ['insert a full lot of now', lot('', '500, 500, now(), now()')],
  [
    'reverse more of a purchase',
    'UPDATE transactions SET reversed_amount_cents = 4000, reversed_cashback_cents = 200',
  ],
  [
    'cancel a redemption',
    'UPDATE redemptions SET canceled_at = now(), token_expires_at = now() WHERE id = :pending',
  ],
  ['recover more', 'UPDATE purchase_reversals SET recovered_cents = 100'],
  ['write an entry of now', entry('adjustment', 100, 'now()')],
  ['undo an expiry of a clock that was ahead', entry('expiry_reversal', 100, "now() - interval '1 second'")],
  ['insert a purchase, as the release before', purchase('', '')],
  ['insert a redemption, as the release before', redemption('', '')],
])('the API’s role may %s', async (_what, sql) => {
  expect(await asApp(sql)).toBe(1);
});

test.each([
  ['cashback_lots', 'customer_id, remaining_cents'],
  ['transactions', 'customer_id, reversed_amount_cents, reversed_cashback_cents, status'],
  ['redemptions', 'canceled_at, customer_id, status, token_expires_at'],
  ['purchase_reversals', 'customer_id, recovered_cents'],
  ['redemption_reversals', 'customer_id'],
  ['adjustments', 'customer_id'],
  ['ledger_entries', null],
])('of %s the API’s role may change no column but %s', async (table, columns) => {
  const { rows } = await fixture.owner.query(
    `SELECT string_agg(attname, ', ' ORDER BY attname) AS columns FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND has_column_privilege($2, attrelid, attnum, 'UPDATE')`,
    [table, APP_ROLE],
  );
  expect(rows).toEqual([{ columns }]);
});

describe.each([APP_ROLE, WORKER_ROLE, LOOKUP_ROLE])('%s keeps rows outside the tables’ rules in', (role) => {
  test('no temporary table', async () => {
    const make = asApp('CREATE TEMPORARY TABLE mine (n int)', { role });
    await expect(make).rejects.toThrow('permission denied to create temporary tables');
  });

  test.each(['lo_creat(-1)', 'lo_create(0)', "lo_from_bytea(0, 'x')"])(
    'no large object: %s',
    async (call) => {
      await expect(asApp(`SELECT ${call}`, { role })).rejects.toThrow('permission denied for function lo_');
    },
  );
});
