import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installJobQueue } from 'database/install-job-queue';
import { migrate } from 'database/migrate';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { reversePurchase } from '../cashback/reverse-purchase.ts';
import { reverseRedemption } from '../redemptions/reverse-redemption.ts';
import { applyDueChanges } from '../rollups/apply-due-changes.ts';
import { readRollups } from '../rollups/read-rollups.ts';
import { openMoneyApp } from './money-app.ts';
import 'database/test-database';
import { dropDatabase } from 'database/test-server';
import { verifyDatabase, verifyDatabaseRollups } from '../commands/verify-database.ts';

const PRISMA = join(import.meta.dirname, '../../../prisma');
const NAME = `upgrade_test_${randomUUID().slice(0, 8)}`;
const REQUEST = { ip: '127.0.0.1' };
const reason = 'Devolução';
const [merchant, employee, customer, purchase, redemption] = [1, 2, 3, 4, 5].map(
  (number) => `00000000-0000-7000-8000-00000000000${number}`,
) as [string, string, string, string, string];

let superuser: pg.Pool;
let owner: pg.Pool;
let ownerUrl: string;
let appUrl: string;
let folder: string;

/** The newest migration of the baseline, with which the first deployed release begins. */
const BASELINE = '20261123001200_functions';

/**
 * Rows of that release: R$ 1.000,00 bought and confirmed, R$ 10,00 redeemed; the rollups were never built.
 */
const BASELINE_ROWS = `
  INSERT INTO merchants (id, name, email, phone, address, program_name, signup_link_slug)
    VALUES ('${merchant}', 'Loja', 'a@loja.example', '1132104567', 'Rua A', 'Clube', 'loja');
  INSERT INTO employees (merchant_id, id, name, email, role)
    VALUES ('${merchant}', '${employee}', 'Ana', 'a@loja.example', 'owner');
  INSERT INTO customers (merchant_id, id, phone, cashback_balance_cents, available_cents, balance_as_of,
      total_cashback_cents, total_spent_cents, last_purchase_at)
    VALUES ('${merchant}', '${customer}', '11987654321', 4000, 4000, '2026-11-20', 5000, 100000, '2026-11-19');
  INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents,
      rate_basis_points, token_hash, token_expires_at, qr_scanned, qr_scanned_at, created_at)
    VALUES ('${merchant}', '${purchase}', '${customer}', '${employee}', 100000, 5000, 500, sha256('a'),
      '2026-12-19', true, '2026-11-19', '2026-11-19');
  INSERT INTO cashback_lots (merchant_id, id, customer_id, transaction_id, amount_cents, remaining_cents,
      rate_basis_points, available_at, created_at)
    VALUES ('${merchant}', '${purchase}', '${customer}', '${purchase}', 5000, 4000, 500, '2026-11-19', '2026-11-19');
  INSERT INTO redemptions (merchant_id, id, customer_id, employee_id, amount_cents, token_hash, token_expires_at,
      status, completed_at, created_at)
    VALUES ('${merchant}', '${redemption}', '${customer}', '${employee}', 1000, sha256('b'),
      '2026-11-20', 'completed', '2026-11-20', '2026-11-20');
  INSERT INTO ledger_entries (merchant_id, customer_id, lot_id, kind, source_id, amount_cents, balance_after_cents,
      created_at)
    VALUES ('${merchant}', '${customer}', '${purchase}', 'accrual', '${purchase}', 5000, 5000, '2026-11-19'),
      ('${merchant}', '${customer}', '${purchase}', 'redemption', '${redemption}', -1000, 4000, '2026-11-20');
  UPDATE rollup_states SET built_at = NULL`;

/** Prisma's folder as that release had it. */
function baseline(): string {
  const copy = mkdtempSync(join(tmpdir(), 'cashback-upgrade-'));
  cpSync(PRISMA, copy, { recursive: true });
  for (const name of readdirSync(join(copy, 'migrations')))
    if (/^\d/.test(name) && name > BASELINE) rmSync(join(copy, 'migrations', name), { recursive: true });
  return copy;
}

beforeAll(async () => {
  const server = inject('testServer');
  superuser = new pg.Pool({ connectionString: server.maintenanceUrl, max: 1 });
  // It owns the tables and is bound by row-level security, as a hosted PostgreSQL's customer is.
  await superuser.query(`CREATE ROLE ${NAME} LOGIN PASSWORD 'secret' NOSUPERUSER NOBYPASSRLS CREATEROLE`);
  for (const role of ['lookup', 'confirmer', 'retention', 'eraser'])
    await superuser.query(`GRANT cashback_${role} TO ${NAME} WITH ADMIN OPTION`);
  await superuser.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
  ownerUrl = server.ownerUrl.replace('{database}', NAME);
  appUrl = server.appUrl.replace('{database}', NAME);
  owner = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  folder = baseline();
  const deployerUrl = Object.assign(new URL(ownerUrl), { username: NAME, password: 'secret' }).href;
  const deployer = new pg.Pool({ connectionString: deployerUrl, max: 1 });
  await migrate(deployerUrl, { folder });
  await installJobQueue(deployer);
  await deployer.end();
  await owner.query(BASELINE_ROWS);
  await migrate(deployerUrl);
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await owner.end();
  await dropDatabase(inject('testServer').maintenanceUrl, NAME);
  await superuser.query(`DROP ROLE ${NAME}`);
  await superuser.end();
});

test('a database of the baseline is migrated with its rows, and every constraint has been checked against them', async () => {
  const { rows } = await owner.query('SELECT conname FROM pg_constraint WHERE NOT convalidated');
  expect(rows).toEqual([]);
  expect(await verifyDatabase(ownerUrl, () => expect.unreachable())).toMatchObject({
    differences: 0,
    entries: 2,
  });
});

/** A purchase as the baseline's API writes it. */
const BASELINE_PURCHASE = `
  UPDATE customers SET total_spent_cents = total_spent_cents + 1000, last_purchase_at = '2026-11-21'
    WHERE id = '${customer}';
  INSERT INTO transactions (merchant_id, id, customer_id, employee_id, amount_cents, cashback_cents,
      rate_basis_points, token_hash, token_expires_at, created_at)
    VALUES ('${merchant}', gen_random_uuid(), '${customer}', '${employee}', 1000, 50, 500, sha256('c'),
      '2026-12-21', '2026-11-21')`;

test('the rules of a merchant of the baseline are its version 1, and a change of them is its version 2', async () => {
  const version = () =>
    owner.query(
      'SELECT version, rate_basis_points AS rate, redemption_proof AS proof, inactivity_months AS months FROM program_rules ORDER BY version',
    );
  expect((await version()).rows).toEqual([{ version: 1, rate: 500, proof: 'never', months: 60 }]);
  await owner.query('UPDATE merchants SET rate_basis_points = 600');
  expect((await version()).rows).toEqual([
    { version: 1, rate: 500, proof: 'never', months: 60 },
    { version: 2, rate: 600, proof: 'never', months: 60 },
  ]);
});

test('purchases and redemptions of the baseline are in the rollups once they are read or the job ran, and later ones are added', async () => {
  const compare = () => verifyDatabaseRollups(ownerUrl, () => expect.unreachable());
  expect(await compare()).toEqual({ merchants: 1, unbuilt: 1, differences: 0 });
  const { app, close } = await openMoneyApp(appUrl);
  const days = () =>
    readRollups(app, merchant, (tx) =>
      tx.query(
        {
          name: 'upgraded_days',
          text: `SELECT day::text, purchases, revenue_cents AS revenue, unconfirmed_purchases AS open, redeemed_cents AS redeemed
                 FROM daily_rollups WHERE merchant_id = $1 AND purchases + redemptions > 0 ORDER BY 1`,
        },
        [merchant],
      ),
    );
  try {
    const old = [
      { day: '2026-11-18', purchases: 1, revenue: 100_000, open: 0, redeemed: 0 },
      { day: '2026-11-19', purchases: 0, revenue: 0, open: 0, redeemed: 1_000 },
    ];
    expect(await days()).toEqual(old);
    await owner.query('DELETE FROM rollup_states');
    expect(await applyDueChanges(app)).toEqual({ merchants: 1, failed: 0 });
    expect(await compare()).toEqual({ merchants: 1, unbuilt: 0, differences: 0 });
    await owner.query(BASELINE_PURCHASE);
    expect(await days()).toEqual([
      ...old,
      { day: '2026-11-20', purchases: 1, revenue: 1_000, open: 1, redeemed: 0 },
    ]);
    expect(await compare()).toEqual({ merchants: 1, unbuilt: 0, differences: 0 });
  } finally {
    await close();
  }
});

test('a purchase of the baseline can be reversed, and a redemption undone', async () => {
  const { app, close } = await openMoneyApp(appUrl);
  try {
    const token = await app.sessions.create({ merchantId: merchant, employeeId: employee }, REQUEST);
    const staff = await app.sessions.find(token);
    if (!staff) throw new Error('no session');
    const newRequest = () => ({ operationId: randomUUID(), reason });
    expect(
      await reversePurchase(app, staff, REQUEST, {
        ...newRequest(),
        transactionId: purchase,
        amountCents: 100_000,
      }),
    ).toMatchObject({ takenCents: 4_000, shortfallCents: 1_000 });
    expect(
      await reverseRedemption(app, staff, REQUEST, { ...newRequest(), redemptionId: redemption }),
    ).toMatchObject({ recoveredCents: 1_000, balanceCents: 0 });
    expect(await verifyDatabase(ownerUrl, () => expect.unreachable())).toMatchObject({ differences: 0 });
  } finally {
    await close();
  }
});
