import { Readable } from 'node:stream';
import { formatDay } from 'domain/local-dates';
import { formatPhone } from 'domain/phone';
import { recordAudit } from '../audit/record-audit.ts';
import type { StaffSession } from '../auth/lucia.ts';
import type { Clock } from '../lib/clock.ts';
import type { Tenancy } from '../tenant.ts';
import {
  countExportedCustomers,
  type ExportedCustomerRow,
  listExportedCustomers,
} from './customer-export.sql.ts';
import type { ExportedCustomer } from './exported-customer.ts';
import { writeCustomersCsv } from './write-customers-csv.ts';
import { writeCustomersXlsx } from './write-customers-xlsx.ts';

const PAGE_SIZE = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export type ExportFormat = 'csv' | 'xlsx';

/**
 * All customers as a file that is written while it is sent: a page is read when the one before it has left, in a
 * transaction of its own, so that a slow download holds neither memory nor a connection. Who took it is recorded with
 * the first page, before a byte is sent.
 */
export async function exportCustomers(
  { tenancy, clock }: { tenancy: Tenancy; clock: Clock },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  format: ExportFormat,
): Promise<{ name: string; content: Readable }> {
  const now = clock.now();
  const { timeZone } = staff.client.merchant;
  const first = await tenancy.withTenant(staff.merchantId, async (tx) => {
    const count = await countExportedCustomers(tx);
    const details = { format, count };
    const entry = { action: 'customer.export', entity: 'customer', entityId: null } as const;
    await recordAudit(tx, { ...entry, actor: staff, request, details });
    return await listExportedCustomers(tx, { after: BEFORE_ALL, limit: PAGE_SIZE, now });
  });
  const readAfter = (after: string) =>
    tenancy.withTenant(staff.merchantId, (tx) => listExportedCustomers(tx, { after, limit: PAGE_SIZE, now }));
  const pages = pagesFrom(first, readAfter, timeZone);
  const [day, month, year] = formatDay(now.getTime(), timeZone).split('/');
  const name = `clientes-${year}-${month}-${day}.${format}`;
  const content = format === 'csv' ? writeCustomersCsv(pages) : writeCustomersXlsx(pages);
  return { name, content: Readable.from(content, { objectMode: false }) };
}

async function* pagesFrom(
  first: ExportedCustomerRow[],
  readAfter: (id: string) => Promise<ExportedCustomerRow[]>,
  timeZone: string,
): AsyncGenerator<ExportedCustomer[]> {
  let rows = first;
  for (;;) {
    yield rows.map((row) => exported(row, timeZone));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_SIZE) return;
    rows = await readAfter(last.id);
  }
}

function exported(row: ExportedCustomerRow, timeZone: string): ExportedCustomer {
  return {
    name: row.name ?? '',
    phone: formatPhone(row.phone),
    email: row.email ?? '',
    spentCents: row.total_spent_cents,
    availableCents: row.available_cents,
    maturingCents: row.cashback_balance_cents - row.available_cents,
    creditedCents: row.total_cashback_cents,
    lastPurchaseOn: row.last_purchase_at && formatDay(row.last_purchase_at.getTime(), timeZone),
    createdOn: formatDay(row.created_at.getTime(), timeZone),
  };
}
