import type { AuditLine } from 'domain/audit-details';

const SHOWN = 2;

/**
 * The first things an entry says, in one line: 'Valor: R$ 100,00 · Cashback: R$ 5,00'. Ids are for the
 * details.
 */
export function summaryOf(lines: readonly AuditLine[]): string {
  const told = lines.filter((line) => line.kind === 'change' || !line.isId);
  const shown = told
    .slice(0, SHOWN)
    .map((line) =>
      line.kind === 'change'
        ? `${line.label}: ${line.before} → ${line.after}`
        : `${line.label}: ${line.value}`,
    );
  const left = told.length - shown.length;
  return [...shown, ...(left > 0 ? [`mais\u00a0${left}`] : [])].join(' · ');
}
