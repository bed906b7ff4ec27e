import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NEEDED_MIGRATION } from './schema-version.ts';

test('the code asks for the newest migration there is', () => {
  const folders = readdirSync(join(import.meta.dirname, '../../../prisma/migrations')).filter((name) =>
    /^\d{14}_/.test(name),
  );
  expect(NEEDED_MIGRATION).toBe(folders.sort().at(-1));
});
