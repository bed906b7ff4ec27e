import { writePost } from '../load/post-request.ts';
import { type LoadOrder, serveOrders } from '../load/serve-orders.ts';
import { type Purchase, purchaseOf, slugOf, type TokenKind, tokenWriter } from '../population.ts';
import type { Slice } from '../purchase-stock.ts';

/** Confirm these purchases. They travel as numbers; this process writes their tokens itself. */
export interface SliceLoadOrder extends LoadOrder {
  slice: Slice;
  kind: TokenKind;
  tokenSecret: string;
}

/** Half of the customers on the platform's host, half on their merchant's own name. */
function hostOf({ customer, merchant }: Purchase, port: number): string {
  return customer % 2 === 0 ? `localhost:${port}` : `${slugOf(merchant)}.localhost:${port}`;
}

function writeRequests({ port, procedure, slice, kind, tokenSecret }: SliceLoadOrder): Buffer[] {
  const writeToken = tokenWriter(kind, tokenSecret);
  return Array.from({ length: slice.count }, (_, offset) => {
    const purchase = purchaseOf(slice.first + offset, slice);
    const input = { token: writeToken(purchase) };
    // Each customer behind an address of their own.
    return writePost({ procedure, host: hostOf(purchase, port), address: purchase.customer, input });
  });
}

serveOrders(writeRequests);
