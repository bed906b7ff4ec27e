import { inject } from 'vitest';
import { createDatabaseOn, type TestDatabase, type TestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** A migrated, empty database for one test file; `drop` it in afterAll. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(inject('testServer'));
}
