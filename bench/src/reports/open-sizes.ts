import type { Merchant, OpenMerchant } from '../history/merchant.ts';
import { assertLedgerVerifies } from '../ledger-check.ts';
import { idOf } from '../population.ts';
import { ALL_DAYS, insertTwoYears, type MerchantPast, RATE_BASIS_POINTS } from './past-two-years.ts';
import { build, verify, withTenancy } from './rollups-tenancy.ts';

/** A merchant of that size among 199 ordinary ones, in a database and served by a process of their own. */
export interface Sized {
  name: string;
  customers: number;
  ledgerDays: number;
  merchant: Merchant;
  /** An ordinary one in the same tables. */
  neighbor: MerchantPast;
  /** Seconds. */
  building: number;
  verifying: number;
}

interface Size {
  purchases: number;
  customers: number;
}

const NEIGHBORS = 199;
const EMPLOYEES = 8;
/**
 * Above this size only the latest credits have their books; LARGEST_BOOKS_CHECKED bounds the sizes whose
 * books are checked.
 */
const MOST_WITH_WHOLE_BOOKS = 1_000_000;
const LEDGER_DAYS_OF_MORE = 190;
const LARGEST_BOOKS_CHECKED = 100_000;

export const FULL: Size[] = [
  { purchases: 10_000, customers: 2_000 },
  { purchases: 1_000_000, customers: 50_000 },
  { purchases: 10_000_000, customers: 200_000 },
];
export const QUICK: Size[] = [
  { purchases: 1_000, customers: 200 },
  { purchases: 10_000, customers: 2_000 },
  { purchases: 100_000, customers: 20_000 },
];

/** Merchants who have their rollups from the start, as every merchant that signs up has. */
const INSERT_MERCHANTS = `
  WITH made AS (
    INSERT INTO merchants (id, name, email, phone, address, program_name, signup_link_slug, rate_basis_points,
      cashback_expires, cashback_expiration_days)
    SELECT id, 'Vizinha', 'vizinha@loja.example', '1132104567', 'Rua A, 1', 'Clube', 'vizinha-' || number,
      ${RATE_BASIS_POINTS}, true, 180
    FROM unnest($1::uuid[]) WITH ORDINALITY AS u (id, number))
  INSERT INTO employees (merchant_id, id, name, email, role)
  SELECT merchant_id, id, 'Caixa ' || number, id || '@loja.example', 'operator'
  FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS u (merchant_id, id, number)`;
const SAME_RULES = 'UPDATE merchants SET cashback_expires = true, cashback_expiration_days = 180';

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

/** Pasts of the neighbors: from two hundred to two thousand purchases, with a fifth as many customers. */
function neighborPasts(): MerchantPast[] {
  return upTo(NEIGHBORS).map((number) => ({
    merchantId: idOf('merchant', number),
    employeeIds: [idOf('employee', number)],
    purchases: 200 + ((number * 97) % 1_800),
    customers: 40 + Math.floor(((number * 97) % 1_800) / 5),
    ledgerDays: ALL_DAYS,
  }));
}

const ledgerDaysOf = (purchases: number) =>
  purchases > MOST_WITH_WHOLE_BOOKS ? LEDGER_DAYS_OF_MORE : ALL_DAYS;

async function fill(merchant: Merchant, { purchases, customers }: Size, onProgress: (line: string) => void) {
  const neighbors = neighborPasts();
  const colleagues = upTo(EMPLOYEES - 1).map((number) => idOf('employee', NEIGHBORS + number));
  const measured = {
    merchantId: merchant.merchantId,
    employeeIds: [merchant.employeeId, ...colleagues],
    purchases,
    customers,
    ledgerDays: ledgerDaysOf(purchases),
  };
  await merchant.owner.query(INSERT_MERCHANTS, [
    neighbors.map(({ merchantId }) => merchantId),
    [...neighbors.map(({ merchantId }) => merchantId), ...colleagues.map(() => merchant.merchantId)],
    [...neighbors.flatMap(({ employeeIds }) => employeeIds), ...colleagues],
  ]);
  await merchant.owner.query(SAME_RULES);
  await insertTwoYears(merchant.owner, [measured, ...neighbors], onProgress);
  return neighbors;
}

async function openSize(open: OpenMerchant, size: Size, onProgress: (line: string) => void): Promise<Sized> {
  const name = size.purchases.toLocaleString('en');
  onProgress(`writing two years of ${name} purchases`);
  const merchant = await open(`reports_${size.purchases}`);
  const neighbors = await fill(merchant, size, onProgress);
  return await withTenancy(merchant.database.appUrl, async (tenancy) => {
    onProgress(`building the rollups of ${name} purchases`);
    const building = await build(tenancy, [merchant.merchantId]);
    const others = neighbors.map(({ merchantId }) => merchantId);
    await build(tenancy, others);
    await merchant.owner.query('VACUUM (ANALYZE)');
    onProgress(`verifying the rollups of ${name} purchases`);
    const verifying = await verify(tenancy, [merchant.merchantId]);
    if (size.purchases <= LARGEST_BOOKS_CHECKED)
      await assertLedgerVerifies(merchant.database, [merchant.merchantId]);
    const [neighbor] = neighbors;
    if (!neighbor) throw new Error('a merchant without neighbors');
    return {
      name,
      customers: size.customers,
      ledgerDays: ledgerDaysOf(size.purchases),
      merchant,
      neighbor,
      building,
      verifying,
    };
  });
}

/** A database for each size: the indexes, too, are as deep as the merchant's history makes them. */
export async function openSizes(
  open: OpenMerchant,
  sizes: readonly Size[],
  onProgress: (line: string) => void,
): Promise<Sized[]> {
  const opened: Sized[] = [];
  for (const size of sizes) opened.push(await openSize(open, size, onProgress));
  await opened[0]?.merchant.owner.query('CHECKPOINT');
  return opened;
}
