import { dayAt } from 'domain/report-periods';
import type { CustomerData } from './show-customer-data.ts';
import { writeDataJson } from './write-data-json.ts';
import { writeDataPage } from './write-data-page.ts';

export type CustomerDataFormat = 'html' | 'json';

const FORMATS = {
  html: { contentType: 'text/html; charset=utf-8', write: writeDataPage },
  json: { contentType: 'application/json; charset=utf-8', write: writeDataJson },
};

/** The file of a customer's data; `of` begins its name. */
export function writeDataFile(
  data: CustomerData,
  { format, of }: { format: CustomerDataFormat; of: string },
): { name: string; contentType: string; text: string } {
  const { contentType, write } = FORMATS[format];
  return {
    name: `${of}-${dayAt(data.writtenAt, data.timeZone)}.${format}`,
    contentType,
    text: write(data),
  };
}
