import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { listReplacingFiles } from './packages/testing/src/test-files.ts';
import { LongestFirst } from './packages/testing/src/test-order.ts';

/** Tests that take minutes are named `*.long.test.ts` and run with `npm run test:long` only. */
const { TEST_LONG } = process.env;
const exclude = TEST_LONG ? configDefaults.exclude : [...configDefaults.exclude, '**/*.long.test.{ts,tsx}'];

/**
 * Each in a process of its own: a mock takes the place of a module only where nothing has loaded that module
 * before, and what is left of it must not reach another file.
 */
const REPLACING = listReplacingFiles();
/** Tests of the product's server and of what commands are made of. The others start no database. */
const WITH_DATABASE = [
  'api',
  'prisma',
  'scripts',
  'packages/contracts',
  'packages/database',
  'packages/processes',
];
const DATABASE_TESTS = WITH_DATABASE.map((folder) => `${folder}/**/*.test.ts`);
const needsDatabase = (path: string) => WITH_DATABASE.some((folder) => path.startsWith(`${folder}/`));

/**
 * Tests that measure milliseconds or the heap, or bring the API close to its time limits by themselves, so
 * nothing else of the run may be at work beside them.
 */
const MEASURING = [
  'api/src/ledger/mixed-interleavings.test.ts',
  'api/src/test/cluster/rolling-restart.long.test.ts',
];

const shared = {
  // Time limits only end tests that hang: none passes or fails by them.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['packages/testing/src/seed-setup.ts'],
};
const withDatabase = { ...shared, setupFiles: [...shared.setupFiles, 'api/src/test/wide-limits-setup.ts'] };

export default defineConfig({
  test: {
    // Three even on two cores, where vitest's own choice is one: a test waits for PostgreSQL half of the
    // time. More than four would want more connections than the shared server has.
    maxWorkers: Math.min(4, Math.max(3, availableParallelism() - 1)),
    globalSetup: ['packages/database/src/test-database-setup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{packages/*,shell,mfe-*}/src/**/*.test.ts'],
          exclude: [...exclude, ...REPLACING, ...DATABASE_TESTS],
          isolate: false,
          ...shared,
        },
      },
      {
        test: {
          name: 'pure-components',
          include: ['{packages/*,shell,mfe-*}/src/**/*.test.tsx'],
          exclude: [...exclude, ...REPLACING],
          environment: 'happy-dom',
          ...shared,
          setupFiles: [...shared.setupFiles, 'packages/ui/src/test-setup.ts'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'database',
          include: DATABASE_TESTS,
          exclude: [...exclude, ...REPLACING, ...MEASURING],
          // The API is loaded once per worker instead of once per file, which took more than a second each
          // time. The database and the server that a file needs to itself it makes.
          isolate: false,
          ...withDatabase,
        },
      },
      {
        test: {
          name: 'pure-replacing',
          include: REPLACING.filter((path) => !needsDatabase(path)),
          exclude,
          ...shared,
        },
      },
      { test: { name: 'replacing', include: REPLACING.filter(needsDatabase), exclude, ...withDatabase } },
      {
        test: {
          name: 'measuring',
          include: MEASURING,
          exclude,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          ...withDatabase,
        },
      },
    ],
  },
});
