import { writePost } from '../load/post-request.ts';
import { type LoadOrder, serveOrders } from '../load/serve-orders.ts';

/** One call of employees, who have a session, or of a customer. */
export interface Call {
  procedure: string;
  /** Calls of one number come from one address. */
  address: number;
  session?: string | undefined;
  input: object;
}

/** Send these calls, in their order. */
export interface MixedLoadOrder extends LoadOrder {
  calls: Call[];
}

serveOrders(({ port, calls }: MixedLoadOrder) =>
  calls.map((call) => writePost({ host: `localhost:${port}`, ...call })).reverse(),
);
