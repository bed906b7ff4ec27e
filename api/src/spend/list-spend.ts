import type { Period } from 'domain/report-periods';
import { formatDate, parseDate } from '../lib/date-columns.ts';
import type { Tenancy } from '../tenant.ts';

export interface SpendEntry {
  id: string;
  amountCents: number;
  date: string;
  platform: string;
  employeeName: string;
  /** ISO 8601. */
  createdAt: string;
}

export interface SpendList {
  /** The latest 50. */
  entries: SpendEntry[];
  /** The total of the period, including entries that are not listed. */
  totalCents: number;
  count: number;
}

const MAX_ENTRIES = 50;

/** The marketing spend of a period, newest day first. */
export async function listSpend(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  { from, to }: Period,
): Promise<SpendList> {
  const where = { merchantId, date: { gte: parseDate(from), lte: parseDate(to) } };
  // A snapshot, so that the sum is that of the entries.
  return await tenancy.withTenant(
    merchantId,
    (tx) =>
      tx.prisma(async ({ marketingSpend }) => {
        const rows = await marketingSpend.findMany({
          where,
          orderBy: [{ date: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }],
          take: MAX_ENTRIES,
          include: { employee: { select: { name: true } } },
        });
        const all = await marketingSpend.aggregate({ where, _sum: { amountCents: true }, _count: true });
        return {
          entries: rows.map(({ id, amountCents, date, platform, employee, createdAt }) => ({
            id,
            amountCents: Number(amountCents),
            date: formatDate(date),
            platform,
            employeeName: employee.name,
            createdAt: createdAt.toISOString(),
          })),
          totalCents: Number(all._sum.amountCents ?? 0),
          count: all._count,
        };
      }),
    { snapshot: true },
  );
}
