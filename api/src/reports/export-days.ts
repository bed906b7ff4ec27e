import type { Period } from 'domain/report-periods';
import { recordAudit } from '../audit/record-audit.ts';
import { csvLines, writeCsv } from '../lib/write-csv.ts';
import { type FileFormat, readableOf, type WrittenFile } from '../lib/write-file.ts';
import { writeSheets, xlsxSheet } from '../lib/write-xlsx.ts';
import type { StaffSession } from '../staff-session.ts';
import type { Tenancy } from '../tenant.ts';
import { DAY_COLUMNS, SUMMARY_COLUMNS, TOTAL_COLUMNS } from './day-columns.ts';
import { type PeriodReport, summarizePeriod } from './summarize-period.ts';

/**
 * Exports the reports of a period, in the same numbers: as CSV the days with their sum below, as a workbook
 * also the cards and insights on a sheet before them. It holds at most five years of days, so it is made at
 * once. The employee who took it is recorded before a byte is sent.
 */
export async function exportDays(
  app: { tenancy: Tenancy },
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  { period, format }: { period: Period; format: FileFormat },
): Promise<WrittenFile> {
  const report = await summarizePeriod(app, staff.merchantId, period);
  await app.tenancy.withTenant(staff.merchantId, async (tx) => {
    const details = { format, content: 'days', firstDay: period.from, lastDay: period.to };
    const entry = { action: 'report.export', entity: 'report', entityId: null } as const;
    await recordAudit(tx, { ...entry, actor: staff, request, details });
  });
  return {
    name: `relatorio-diario-${period.from}-a-${period.to}.${format}`,
    content: readableOf(format === 'csv' ? linesOf(report) : workbookOf(report)),
  };
}

async function* linesOf({ days, figures: totals }: PeriodReport): AsyncGenerator<string> {
  yield* writeCsv(DAY_COLUMNS, [days]);
  yield csvLines(TOTAL_COLUMNS, [totals]);
}

async function* workbookOf(report: PeriodReport): AsyncGenerator<Uint8Array> {
  const { period, comparison, figures: totals, figuresBefore } = report;
  const summary = [{ label: 'Período', period, totals }];
  if (comparison) {
    const { before, until } = comparison;
    const label = `Período anterior${until ? `, até as ${until}` : ''}`;
    summary.push({ label, period: before, totals: figuresBefore });
  }
  yield await writeSheets([
    xlsxSheet('Resumo', SUMMARY_COLUMNS, summary),
    xlsxSheet('Dias', DAY_COLUMNS, report.days),
  ]);
}
