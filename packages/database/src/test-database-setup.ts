import type { TestProject } from 'vitest/node';
import './test-database.ts';
import { startTestServer } from './test-server.ts';

/**
 * Vitest's global setup: one PostgreSQL for all test files of a run, unless its projects are those that need
 * none.
 */
export async function setup(root: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (root.vitest.projects.every(({ name }) => name.startsWith('pure'))) return undefined;
  const { stop, ...server } = await startTestServer();
  root.provide('testServer', server);
  return stop;
}
