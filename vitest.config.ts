import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that take minutes are named `*.long.test.ts` and run with `npm run test:long` only. */
const { TEST_LONG } = process.env;
const exclude = TEST_LONG ? configDefaults.exclude : [...configDefaults.exclude, '**/*.long.test.{ts,tsx}'];

export default defineConfig({
  test: {
    exclude,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['packages/*/src/**/*.test.{ts,tsx}', '{shell,mfe-*}/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['{api,prisma}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['scripts/lib/test-database-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
