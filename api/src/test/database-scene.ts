import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase } from '../../../scripts/lib/test-database.ts';
import type { TestDatabase } from '../../../scripts/lib/test-server.ts';

/** A migrated, empty database for one test file. */
export interface DatabaseScene {
  readonly database: TestDatabase;
  /** As the owner of everything, whom row-level security does not bind. */
  readonly owner: pg.Pool;
}

/** To be called at the top of a test file. The fields are there once a hook or test of that file runs. */
export function useDatabaseScene(): DatabaseScene {
  const scene: { -readonly [Key in keyof DatabaseScene]?: DatabaseScene[Key] } = {};
  beforeAll(async () => {
    scene.database = await createTestDatabase();
    scene.owner = new pg.Pool({ connectionString: scene.database.ownerUrl, max: 2 });
  });
  afterAll(async () => {
    await scene.owner?.end();
    await scene.database?.drop();
  });
  return scene as DatabaseScene;
}
