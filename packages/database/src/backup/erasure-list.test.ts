import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { appendErasures, ERASURES_FILE, readErasures } from './erasure-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'cashback-erasures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rows = ['a', 'b'].map((id) => ({
  merchant_id: 'm',
  customer_ids: [id],
  erased_at: new Date('2026-11-23T12:00:00Z'),
}));
/** A database with these erasures. */
const database = (erasures: object[]) =>
  ({
    query: async (sql: string) => ({ rows: sql.includes('to_regclass') ? [{ name: 'erasures' }] : erasures }),
  }) as unknown as pg.ClientBase;

test('each erasure is listed once, for its own user’s eyes, and one that was cut short by a kill once more', async () => {
  expect(readErasures(folder)).toEqual([]);
  expect(await appendErasures(database(rows.slice(0, 1)), folder)).toBe(1);
  expect(await appendErasures(database(rows.slice(0, 1)), folder)).toBe(0);
  const path = join(folder, ERASURES_FILE);
  appendFileSync(path, '{"merchantId":"m","custom');
  expect(await appendErasures(database(rows), folder)).toBe(1);
  const erasedAt = '2026-11-23T12:00:00.000Z';
  expect(readErasures(folder)).toEqual([
    { merchantId: 'm', customerIds: ['a'], erasedAt },
    { merchantId: 'm', customerIds: ['b'], erasedAt },
  ]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).not.toMatch(/phone|name/);
});
