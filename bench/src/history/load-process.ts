import { writePost } from '../load/post-request.ts';
import { type LoadOrder, serveOrders } from '../load/serve-orders.ts';

/** Data of one call, as far as calls of one order differ. */
export interface Call {
  /** Calls of one number come from one address. */
  address: number;
  input: object;
}

/** Send these calls, in their order. */
export interface CallsLoadOrder extends LoadOrder {
  /** The signed-in person's cookie; customers have none. */
  session: string | undefined;
  calls: Call[];
}

serveOrders(({ port, procedure, session, calls }: CallsLoadOrder) =>
  calls.map((call) => writePost({ procedure, host: `localhost:${port}`, session, ...call })).reverse(),
);
