import { dayAt } from 'domain/report-periods';
import { SEGMENT_LABELS, type Segment, VALUE_LABELS, type Value } from 'domain/segments';
import { recordAudit } from '../audit/record-audit.ts';
import { type FileFormat, streamFile, type WrittenFile } from '../lib/write-file.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import {
  listCustomersOfSegment,
  type SegmentCustomer,
  type SegmentCustomersPage,
} from './list-segment-customers.ts';
import { SEGMENT_COLUMNS } from './segment-columns.ts';

const PAGE_SIZE = 1_000;

/**
 * Exports the customers behind a segment, all or those of one value, as a file written while it is sent, page
 * by page. They are those of the day on which it was asked for. The employee who took it is recorded before a
 * byte is sent.
 */
export async function exportSegment(
  { tenancy }: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { segment, value, format }: { segment: Segment; value?: Value | undefined; format: FileFormat },
): Promise<WrittenFile> {
  const today = dayAt(await tenancy.now(), staff.client.merchant.timeZone);
  const readAfter = (after: string | undefined) =>
    listCustomersOfSegment(
      { tenancy },
      staff.merchantId,
      { segment, value, after },
      { pageSize: PAGE_SIZE, today },
    );
  const first = await readAfter(undefined);
  await tenancy.withTenant(staff.merchantId, async (tx) => {
    const details = { format, segment, ...(value && { customerValue: value }) };
    const entry = { action: 'segment.export', entity: 'segment', entityId: null } as const;
    await recordAudit(tx, { ...entry, actor: staff, request, details });
  });
  const { label } = SEGMENT_LABELS[segment];
  const words = ['clientes', label, value ? VALUE_LABELS[value].label : '', today];
  return {
    name: `${nameOf(words)}.${format}`,
    content: streamFile(format, {
      sheet: label,
      columns: SEGMENT_COLUMNS,
      pages: pagesFrom(first, readAfter),
    }),
  };
}

async function* pagesFrom(
  first: SegmentCustomersPage,
  readAfter: (after: string) => Promise<SegmentCustomersPage>,
): AsyncGenerator<SegmentCustomer[]> {
  let page = first;
  yield page.customers;
  while (page.next !== null) {
    page = await readAfter(page.next);
    yield page.customers;
  }
}

/** 'Em risco' → 'em-risco', as a file may be called everywhere. */
function nameOf(words: string[]): string {
  return words
    .filter((word) => word !== '')
    .join(' ')
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-');
}
