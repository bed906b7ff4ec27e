import { dayAt } from 'domain/report-periods';
import { recordAudit } from '../audit/record-audit.ts';
import { pagesFrom } from '../lib/paging.ts';
import { type FileFormat, streamFile, type WrittenFile } from '../lib/write-file.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { countExportedCustomers, listExportedCustomers } from './customer-export.sql.ts';
import { CUSTOMER_COLUMNS } from './customer-export-columns.ts';

const PAGE_SIZE = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * All customers as a file that is written while it is sent. Each page is read after the previous one was
 * sent, in a transaction of its own, so that a slow download holds neither memory nor a connection. The audit
 * entry is written with the first page, before a byte is sent.
 */
export async function exportCustomers(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  format: FileFormat,
): Promise<WrittenFile> {
  const now = await tenancy.now();
  const { timeZone } = staff.client.merchant;
  const page = (after: string) => ({ after, limit: PAGE_SIZE, now, timeZone });
  const first = await tenancy.withTenant(staff.merchantId, async (tx) => {
    const count = await countExportedCustomers(tx);
    const details = { format, count };
    const entry = { action: 'customer.export', entity: 'customer', entityId: null } as const;
    await recordAudit(tx, { ...entry, actor: staff, request, details });
    return await listExportedCustomers(tx, page(BEFORE_ALL));
  });
  const pages = pagesFrom(first, PAGE_SIZE, ({ id }) =>
    tenancy.withTenant(staff.merchantId, (tx) => listExportedCustomers(tx, page(id))),
  );
  return {
    name: `clientes-${dayAt(now, timeZone)}.${format}`,
    content: streamFile(format, { sheet: 'Clientes', columns: CUSTOMER_COLUMNS, pages }),
  };
}
