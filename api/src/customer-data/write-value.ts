import { AUDIT_ACTIONS } from 'domain/audit-actions';
import { auditLines } from 'domain/audit-details';
import { formatDayAndTime } from 'domain/local-dates';
import { formatCents, formatRate } from 'domain/money';
import { formatPhone, isPhone } from 'domain/phone';
import type { DataField, DataSection } from './data-section.ts';

/** A value with its label, both in Portuguese. */
export interface WrittenValue {
  label: string;
  value: string;
}

/** What a row holds; empty values are left out. */
export function writeRow(
  { fields }: DataSection,
  row: Record<string, unknown>,
  timeZone: string,
): WrittenValue[] {
  return fields.flatMap((field) => {
    const value = writeValue(field, row[field.column], timeZone);
    return value === undefined ? [] : [{ label: field.label, value }];
  });
}

/** A stored value in Portuguese: 'R$ 12,50', '23/11/2026 14:05', 'Sim'. Undefined for an empty one. */
function writeValue({ kind = 'text', codes }: DataField, value: unknown, timeZone: string) {
  if (value === null || value === undefined || value === '') return undefined;
  if (codes && Object.hasOwn(codes, String(value))) return codes[String(value)];
  switch (kind) {
    case 'cents':
      return formatCents(Number(value));
    case 'rate':
      return formatRate(Number(value));
    case 'days':
      return value === 1 ? '1 dia' : `${value} dias`;
    case 'moment':
      return formatDayAndTime((value as Date).toISOString(), timeZone).replace(' às ', ' ');
    case 'day':
      return String(value).split('-').reverse().join('/');
    case 'flag':
      return value ? 'Sim' : 'Não';
    case 'phone':
    case 'contact':
      return isPhone(String(value)) ? formatPhone(String(value)) : String(value);
    case 'action':
      return (AUDIT_ACTIONS as Readonly<Record<string, string>>)[String(value)] ?? String(value);
    case 'details':
      return writeDetails(value as Record<string, unknown>);
    case 'text':
      return String(value);
  }
}

function writeDetails(details: Record<string, unknown>): string | undefined {
  const lines = auditLines(details).filter((line) => line.kind === 'change' || !line.isId);
  const texts = lines.map((line) =>
    line.kind === 'change' ? `${line.label}: ${line.before} → ${line.after}` : `${line.label}: ${line.value}`,
  );
  return texts.join('; ') || undefined;
}
