import { rmSync } from 'node:fs';
import { addressesOf } from 'database/migrate';
import { type ClusterProcess, startClusterProcess } from 'processes/cluster/cluster-process';
import { findFreePort } from 'processes/server-process';
import { TEST_KEY_ENCRYPTION_KEY, TEST_TOKEN_SECRET, writeProgram } from '../api-process.ts';

export interface TestCluster extends ClusterProcess {
  /** The one address of all its API processes. */
  url: string;
}

/** The product as `npm start -- --cluster` runs it, on bundles of its own and a free port. */
export async function startTestCluster(options: {
  databaseUrl: string;
  redisUrl: string;
  processes: number;
  extraEnv?: Record<string, string>;
}): Promise<TestCluster> {
  const [api, worker] = await Promise.all([
    writeProgram(new URL('../../main.ts', import.meta.url)),
    writeProgram(new URL('../../worker.ts', import.meta.url)),
  ] as const);
  const removePrograms = () => {
    for (const program of [api, worker]) rmSync(program, { force: true });
  };
  const port = await findFreePort();
  const environment = {
    NODE_ENV: 'test',
    ...addressesOf(options.databaseUrl),
    REDIS_URL: options.redisUrl,
    PORT: String(port),
    HOST: '127.0.0.1',
    TOKEN_SECRET: TEST_TOKEN_SECRET,
    KEY_ENCRYPTION_KEY: TEST_KEY_ENCRYPTION_KEY,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
    ...options.extraEnv,
  };
  const plan = { processes: options.processes, environment, api, worker };
  const cluster = await startClusterProcess(plan).catch((error: Error) => {
    removePrograms();
    throw error;
  });
  return {
    ...cluster,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await cluster.stop();
      removePrograms();
    },
  };
}
