import { once } from 'node:events';
import { startChild, stopChild } from '../child-process.ts';
import type { LoadOrder, LoadReport } from './serve-orders.ts';

export interface LoadGenerator<Order extends LoadOrder> {
  pid: number;
  /** Throws when anything but 200 was answered. */
  run(order: Order): Promise<LoadReport>;
  stop(): Promise<void>;
}

/** Starts `program`, which calls `serveOrders`, in a process of its own. */
export function startLoadGenerator<Order extends LoadOrder>(program: string): LoadGenerator<Order> {
  const child = startChild(process.execPath, ['--import', 'tsx', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new AbortController();
  child.once('close', () => ended.abort(new Error('the load generator ended')));
  return {
    pid: child.pid ?? 0,
    async run(order) {
      const answered = once(child, 'message', { signal: ended.signal });
      child.send(order);
      const [{ report, error }] = (await answered) as [{ report?: LoadReport; error?: string }];
      if (!report) throw new Error(`The load generator failed: ${error}`);
      if (Object.keys(report.failures).length > 0)
        throw new Error(`Some ${order.procedure} were refused: ${JSON.stringify(report.failures)}`);
      return report;
    },
    stop: () => stopChild(child),
  };
}
