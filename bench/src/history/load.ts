import { once } from 'node:events';
import { join } from 'node:path';
import { startChild, stopChild } from '../child-process.ts';
import type { LoadOrder, LoadReport } from './load-process.ts';

export interface Load {
  pid: number;
  /** Throws when anything but 200 was answered. */
  run(order: LoadOrder): Promise<LoadReport>;
  stop(): Promise<void>;
}

export function startLoad(): Load {
  const program = join(import.meta.dirname, 'load-process.ts');
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
