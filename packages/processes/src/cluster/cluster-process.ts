import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ClusterPlan {
  /** API processes; a worker comes beside them. */
  processes: number;
  environment: Record<string, string>;
  /** The programs, as files. */
  api: string;
  worker: string;
}

export interface ClusterProcess {
  /** Lines that the supervisor wrote so far. */
  lines: string[];
  /**
   * Rejects with the supervisor's words where a new process is not ready within this time; a minute by
   * default.
   */
  restart(readyWithinMs?: number): Promise<void>;
  /** The metrics of the first API process. */
  metrics(): Promise<string>;
  stop(): Promise<void>;
  /** Kills the primary process as `kill -9` does. */
  kill(): Promise<void>;
}

interface Message {
  /** Id of the order that this answers. */
  id?: string;
  line?: string;
  failure?: string;
  metrics?: string;
}

/** A cluster whose primary is a process of its own. It does not outlive this one. */
export async function startClusterProcess(plan: ClusterPlan): Promise<ClusterProcess> {
  const program = fileURLToPath(new URL('./cluster-process-entry.mjs', import.meta.url));
  // Without this process's own loader options: the product's processes would use them too.
  const child = fork(program, { execArgv: [] });
  const lines: string[] = [];
  child.on('message', ({ line }: Message) => {
    if (line !== undefined) lines.push(line);
  });
  await ask(child, { order: 'start', cluster: plan }).catch((error: Error) => {
    child.kill('SIGKILL');
    throw error;
  });
  const gone = once(child, 'exit');
  return {
    lines,
    restart: async (readyWithinMs) => void (await ask(child, { order: 'restart', readyWithinMs })),
    metrics: async () => (await ask(child, { order: 'metrics' })).metrics ?? '',
    async stop() {
      if (child.connected) child.send({ order: 'stop' });
      await gone;
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function ask(child: ChildProcess, order: object): Promise<Message> {
  return new Promise((resolve, reject) => {
    const id = randomUUID();
    const hear = (message: Message) => {
      if (message.id !== id) return;
      child.off('message', hear);
      if (message.failure === undefined) resolve(message);
      else reject(new Error(message.failure));
    };
    child.on('message', hear);
    child.once('exit', (code) => reject(new Error(`the cluster ended (${code})`)));
    child.send({ ...order, id });
  });
}
