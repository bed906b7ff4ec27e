import type { TestProject } from 'vitest/node';
import './test-database.ts';
import { startTestServer } from './test-server.ts';

/** Vitest's global setup: one PostgreSQL for all test files of a run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...server } = await startTestServer();
  project.provide('testServer', server);
  return stop;
}
