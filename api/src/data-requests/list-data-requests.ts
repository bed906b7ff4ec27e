import type { DataRequestKind, DataRequestState } from 'domain/data-requests';
import type { Tenancy } from '../tenant.ts';
import { type DataRequestRow, listDataRequestRows } from './data-requests.sql.ts';

const PAGE_LENGTH = 50;

/** A request as the merchant reads it; times ISO 8601. What names the person is null after an erasure. */
export interface DataRequest {
  id: string;
  kind: DataRequestKind;
  phone: string | null;
  /** An e-mail, or the digits of a phone. */
  contact: string | null;
  message: string | null;
  state: DataRequestState;
  answer: string | null;
  createdAt: string;
  dueAt: string;
  closedAt: string | null;
  closedBy: string | null;
  /** Null for a phone that is no customer here. `phone` is null for a record that was merged or erased. */
  customer: { id: string; name: string | null; phone: string | null; isErased: boolean } | null;
}

/** A page of the requests in one state. `next` continues it; null on the last page. */
export async function listDataRequests(
  { tenancy }: { tenancy: Tenancy },
  merchantId: string,
  { state, after }: { state: DataRequestState; after?: string | undefined },
): Promise<{ requests: DataRequest[]; next: string | null }> {
  const rows = await tenancy.withTenant(merchantId, (tx) =>
    listDataRequestRows(tx, { state, after, limit: PAGE_LENGTH + 1 }),
  );
  const shown = rows.slice(0, PAGE_LENGTH);
  return {
    requests: shown.map(present),
    next: rows.length > PAGE_LENGTH ? (shown.at(-1)?.id ?? null) : null,
  };
}

function present(row: DataRequestRow): DataRequest {
  const { id, kind, phone, contact, message, state, answer } = row;
  return {
    ...{ id, kind, phone, contact, message, state, answer },
    createdAt: row.created_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by_name,
    customer: row.customer_id
      ? {
          id: row.customer_id,
          name: row.customer_name,
          phone: row.customer_phone,
          isErased: row.customer_is_erased,
        }
      : null,
  };
}
