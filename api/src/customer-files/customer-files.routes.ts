import { importAnswers, importCustomersQuery, MAX_IMPORT_BYTES } from 'domain/customer-import';
import { Refusal } from '../errors.ts';
import type { FileAnswer, FileRoute, FileRouteCall } from '../file-route.ts';
import { FILE_TYPES, type FileFormat } from '../lib/write-file.ts';
import { FILES_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import { exportCustomers } from './export-customers.ts';
import { importCustomers } from './import-customers.ts';
import { previewImport } from './preview-import.ts';
import { writeRefusedLines } from './write-refused-lines.ts';

const CSV_FILE = { contentTypes: ['text/csv'], maxBytes: MAX_IMPORT_BYTES };

export const CUSTOMER_FILE_ROUTES: readonly FileRoute[] = [
  /** Previews an import: its effect and its errors. */
  {
    method: 'POST',
    path: '/files/customers/import-preview',
    permission: 'customers.adjust',
    accepts: CSV_FILE,
    async handle(call) {
      await limitSubject(call.app.limiter, FILES_PER_EMPLOYEE, call.staff.employeeId);
      return await previewImport(call.app, call.staff, call.body, answersOf(call));
    },
  },

  /** Writes the lines that an import would refuse into a file to be corrected. */
  {
    method: 'POST',
    path: '/files/customers/refused-lines',
    permission: 'customers.adjust',
    accepts: CSV_FILE,
    async handle(call) {
      await limitSubject(call.app.limiter, FILES_PER_EMPLOYEE, call.staff.employeeId);
      const file = await writeRefusedLines(call.app, call.staff, call.body, answersOf(call));
      return { ...file, contentType: FILE_TYPES.xlsx } satisfies FileAnswer;
    },
  },

  /** Imports the file, or its lines without errors, once for each `operationId`. */
  {
    method: 'POST',
    path: '/files/customers/import',
    permission: 'customers.adjust',
    proof: 'sometimes',
    accepts: CSV_FILE,
    async handle(call) {
      await limitSubject(call.app.limiter, FILES_PER_EMPLOYEE, call.staff.employeeId);
      const query = importCustomersQuery.safeParse(call.query);
      if (!query.success) throw new Refusal('bad_request');
      const { operationId, validCount, checkedAt, ...answers } = query.data;
      const input = { operationId, validCount, checkedAt, answers, content: call.body };
      return await importCustomers(call.app, call.staff, call, input);
    },
  },

  {
    method: 'GET',
    path: '/files/customers.csv',
    permission: 'exports.create',
    proof: 'fresh',
    handle: (call) => answerExport(call, 'csv'),
  },

  {
    method: 'GET',
    path: '/files/customers.xlsx',
    permission: 'exports.create',
    proof: 'fresh',
    handle: (call) => answerExport(call, 'xlsx'),
  },
];

function answersOf({ query }: FileRouteCall) {
  const read = importAnswers.safeParse(query);
  if (!read.success) throw new Refusal('bad_request');
  return read.data;
}

async function answerExport(call: FileRouteCall, format: FileFormat): Promise<FileAnswer> {
  await limitSubject(call.app.limiter, FILES_PER_EMPLOYEE, call.staff.employeeId);
  const file = await exportCustomers(call.app, call.staff, call, format);
  return { ...file, contentType: FILE_TYPES[format] };
}
