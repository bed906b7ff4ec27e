import type { Period } from 'domain/report-periods';
import { recordAudit } from '../audit/record-audit.ts';
import { pagesFrom } from '../lib/paging.ts';
import { type FileFormat, streamFile, type WrittenFile } from '../lib/write-file.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { MOVEMENT_COLUMNS } from './movement-columns.ts';
import { getPeriodBounds, listMovements } from './movements.sql.ts';

const PAGE_SIZE = 1_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Exports every purchase and redemption of the period in the order they were made, as a file written while it
 * is sent: a page is read in its own transaction after the one before it has left. Each row is as it was when
 * its page was read. The employee who took the file is recorded with the first page, before a byte is sent.
 */
export async function exportMovements(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { period, format }: { period: Period; format: FileFormat },
): Promise<WrittenFile> {
  const { timeZone } = staff.client.merchant;
  const always = { limit: PAGE_SIZE, now: await tenancy.now(), timeZone };
  const { endsAt, first } = await tenancy.withTenant(staff.merchantId, async (tx) => {
    const details = { format, content: 'operations', firstDay: period.from, lastDay: period.to };
    const entry = { action: 'report.export', entity: 'report', entityId: null } as const;
    await recordAudit(tx, { ...entry, actor: staff, request, details });
    const { starts_at: startsAt, ends_at: endsAt } = await getPeriodBounds(tx, period);
    const after = { position: startsAt, id: BEFORE_ALL };
    return { endsAt, first: await listMovements(tx, { ...always, endsAt, after }) };
  });
  const pages = pagesFrom(first, PAGE_SIZE, (after) =>
    tenancy.withTenant(staff.merchantId, (tx) => listMovements(tx, { ...always, endsAt, after })),
  );
  return {
    name: `relatorio-operacoes-${period.from}-a-${period.to}.${format}`,
    content: streamFile(format, { sheet: 'Operações', columns: MOVEMENT_COLUMNS, pages }),
  };
}
