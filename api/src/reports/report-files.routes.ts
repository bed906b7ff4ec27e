import { reportFileQuery } from 'domain/report-files';
import { segmentInput } from 'domain/segment-inputs';
import { assertFreshProof } from '../assert-fresh-proof.ts';
import type { FileAnswer, FileRoute, FileRouteCall } from '../file-route.ts';
import { FILE_TYPES, type FileFormat } from '../lib/write-file.ts';
import { FILES_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import { exportDays } from './export-days.ts';
import { exportMovements } from './export-movements.ts';
import { exportSegment } from './export-segment.ts';

const FORMATS = Object.keys(FILE_TYPES) as FileFormat[];

/** Reports and segments as files, each as CSV and as a workbook. */
export const REPORT_FILE_ROUTES: readonly FileRoute[] = FORMATS.flatMap((format): FileRoute[] => [
  {
    method: 'GET',
    path: `/files/reports.${format}`,
    permission: 'exports.create',
    proof: 'sometimes',
    handle: (call) => answerReport(call, format),
  },
  {
    method: 'GET',
    path: `/files/segments.${format}`,
    permission: 'exports.create',
    proof: 'fresh',
    handle: (call) => answerSegment(call, format),
  },
]);

async function answerReport(call: FileRouteCall, format: FileFormat): Promise<FileAnswer> {
  await limitSubject(call.app.limiter, FILES_PER_EMPLOYEE, call.staff.employeeId);
  const { content, period } = reportFileQuery.parse(call.query);
  // Operations name customers, days do not.
  if (content === 'operations') assertFreshProof(call.staff);
  const write = content === 'days' ? exportDays : exportMovements;
  const file = await write(call.app, call.staff, call, { period, format });
  return { ...file, contentType: FILE_TYPES[format] };
}

async function answerSegment(call: FileRouteCall, format: FileFormat): Promise<FileAnswer> {
  await limitSubject(call.app.limiter, FILES_PER_EMPLOYEE, call.staff.employeeId);
  const query = segmentInput.parse(call.query);
  const file = await exportSegment(call.app, call.staff, call, { ...query, format });
  return { ...file, contentType: FILE_TYPES[format] };
}
