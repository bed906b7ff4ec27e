import { isLockTimeout } from '../lib/database-errors.ts';
import { createGroupCommit, type GroupCommit, inOrder } from '../lib/group-commit.ts';
import { SHARED_STATEMENTS } from '../shared-statements.ts';

/** A counter's request on its way to the database, which carries it out once under its id. */
interface SharedRequest {
  merchantId: string;
  requestId: string;
}

/** The requests of one kind that wait in this process. */
interface RequestQueues<Request, Row> {
  /** Submits a request to the next shared statement, which waits for no customer. */
  together(request: Request): Promise<Row>;
  /** Submits one that would have had to wait to a statement of its own, which does. */
  alone(request: Request): Promise<Row>;
}

/**
 * `run` carries out requests in one statement and answers a row for each, in any order. With `waits` it gets
 * one request.
 */
export function createRequestQueues<
  Request extends SharedRequest,
  Row extends { ordinal: number; outcome: string },
>(run: (requests: Request[], waits: boolean) => Promise<Row[]>): RequestQueues<Request, Row> {
  const together = createRequestQueue((requests: Request[]) => run(requests, false));
  const alone = createRequestQueue((requests: Request[]) => run(requests, true), {
    maxInFlight: 4,
    maxBatch: 1,
  });
  return {
    together: (request) =>
      together.submit(request).catch((error: unknown) => {
        // The statement met a lock that it cannot pass over, such as a phone that is being added.
        if (isLockTimeout(error)) return alone.submit(request);
        throw error;
      }),
    alone: (request) => alone.submit(request),
  };
}

function createRequestQueue<Request extends SharedRequest, Row extends { ordinal: number }>(
  run: (requests: Request[]) => Promise<Row[]>,
  limits?: { maxInFlight: number; maxBatch: number },
): GroupCommit<Request, Row> {
  return createGroupCommit<Request, Row>({
    ...SHARED_STATEMENTS,
    ...limits,
    run: async (requests) => inOrder(await run(requests), requests),
  });
}

/** The first two parameters of issue_cashback and create_redemption: locks, and each merchant's requests. */
export function requestParameters<Request extends SharedRequest>(
  requests: readonly Request[],
  toJson: (request: Request) => object,
): [lockKeys: string[], merchants: string] {
  const merchants = new Map<string, object[]>();
  for (const [index, request] of requests.entries()) {
    const own = merchants.get(request.merchantId) ?? [];
    own.push({ n: index + 1, request_id: request.requestId, ...toJson(request) });
    merchants.set(request.merchantId, own);
  }
  return [
    requests.map(({ merchantId, requestId }) => `${merchantId}:${requestId}`),
    JSON.stringify([...merchants].map(([merchant_id, own]) => ({ merchant_id, requests: own }))),
  ];
}

/** Bytes as PostgreSQL reads them in JSON. */
export const byteaText = (bytes: Buffer | undefined) => bytes && `\\x${bytes.toString('hex')}`;
