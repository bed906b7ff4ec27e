import { toCamel } from './data-section.ts';
import type { CustomerData } from './show-customer-data.ts';

/** The file for programs: times in ISO 8601, amounts in centavos, rates in hundredths of a percent. */
export function writeDataJson({ merchantName, timeZone, writtenAt, sections }: CustomerData): string {
  const bySection = sections.map(({ section, rows }) => [
    section.name,
    rows.map((row) => Object.fromEntries(section.fields.map(({ column }) => [toCamel(column), row[column]]))),
  ]);
  const file = { merchant: merchantName, timeZone, writtenAt, ...Object.fromEntries(bySection) };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}
