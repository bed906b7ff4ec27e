import { addressesOf } from 'database/migrate';
import { type Environment, readEnvironment } from '../env.ts';
import { TEST_KEY_ENCRYPTION_KEY, TEST_TOKEN_SECRET } from './api-process.ts';

/**
 * The environment of an API inside a test's own process: silent, with the tests' secrets, and `more`, by the
 * variables' names.
 */
export function readTestEnvironment(databaseUrl: string, more: Record<string, string> = {}): Environment {
  const { DATABASE_URL, DATABASE_WORKER_URL } = addressesOf(databaseUrl);
  return readEnvironment({
    NODE_ENV: 'test',
    DATABASE_URL,
    DATABASE_WORKER_URL,
    TOKEN_SECRET: TEST_TOKEN_SECRET,
    KEY_ENCRYPTION_KEY: TEST_KEY_ENCRYPTION_KEY,
    LOG_LEVEL: 'silent',
    ...more,
  });
}
