import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';

/** A migrated, empty database for one test file. */
export interface DatabaseFixture {
  readonly database: TestDatabase;
  /** Pool of the owner, which row-level security does not bind. */
  readonly owner: pg.Pool;
}

/**
 * Sets up a database for a test file; call it at the top. Its fields exist once a hook or test of that file
 * runs.
 */
export function useDatabaseFixture(): DatabaseFixture {
  const fixture: { -readonly [Key in keyof DatabaseFixture]?: DatabaseFixture[Key] } = {};
  beforeAll(async () => {
    fixture.database = await createTestDatabase();
    fixture.owner = new pg.Pool({ connectionString: fixture.database.ownerUrl, max: 2 });
  });
  afterAll(async () => {
    await fixture.owner?.end();
    await fixture.database?.drop();
  });
  return fixture as DatabaseFixture;
}
