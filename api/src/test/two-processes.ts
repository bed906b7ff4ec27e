import type { TestDatabase } from 'database/test-server';
import { createHttpClient, type HttpClient } from 'testing/http-client';
import { type ApiProcess, startApiProcess } from './api-process.ts';

/** Two API processes on one database, as in production: what must hold between processes is asked of both. */
export interface TwoProcesses {
  processes: [ApiProcess, ApiProcess];
  clients: [HttpClient, HttpClient];
  /** The one, then the other. */
  client(turn: number): HttpClient;
  stop(): Promise<void>;
}

export async function startTwoProcesses(
  database: TestDatabase,
  redisUrl?: string,
  extraEnv: Record<string, string> = {},
): Promise<TwoProcesses> {
  const options = { databaseUrl: database.appUrl, redisUrl, extraEnv };
  const processes = await Promise.all([startApiProcess(options), startApiProcess(options)] as const);
  const clients: [HttpClient, HttpClient] = [
    createHttpClient(processes[0].url),
    createHttpClient(processes[1].url),
  ];
  return {
    processes,
    clients,
    client: (turn) => clients[turn % 2 === 0 ? 0 : 1],
    async stop() {
      for (const client of clients) client.close();
      await Promise.all(processes.map((each) => each.kill()));
    },
  };
}
