import { customerInput } from 'domain/inputs';
import { Refusal } from '../errors.ts';
import type { FileAnswer, FileRoute, FileRouteCall } from '../file-route.ts';
import { CUSTOMER_DATA_PER_EMPLOYEE } from '../limits/call-limits.ts';
import { limitSubject } from '../limits/limit-calls.ts';
import type { CustomerDataFormat } from './data-file.ts';
import { exportCustomerData } from './export-customer-data.ts';

/** All that is stored of one customer: a page for people, and a file for programs. */
export const CUSTOMER_DATA_ROUTES: readonly FileRoute[] = [
  {
    method: 'GET',
    path: '/files/customer-data.html',
    permission: 'data_requests.answer',
    proof: 'fresh',
    handle: (call) => answerExport(call, 'html'),
  },
  {
    method: 'GET',
    path: '/files/customer-data.json',
    permission: 'data_requests.answer',
    proof: 'fresh',
    handle: (call) => answerExport(call, 'json'),
  },
];

async function answerExport(call: FileRouteCall, format: CustomerDataFormat): Promise<FileAnswer> {
  await limitSubject(call.app.limiter, CUSTOMER_DATA_PER_EMPLOYEE, call.staff.employeeId);
  const query = customerInput.safeParse(call.query);
  if (!query.success) throw new Refusal('bad_request');
  return await exportCustomerData(call.app, call.staff, call, { ...query.data, format });
}
