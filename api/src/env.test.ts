import { expect, test } from 'vitest';
import { readEnvironment } from './env.ts';

const GOOD = { DATABASE_URL: 'postgres://api:secret@db:5432/cashback', TOKEN_SECRET: 'x'.repeat(32) };

const WRONG: [name: string, value: string, why: RegExp][] = [
  ['NODE_ENV', 'prod', /production/],
  ['DATABASE_URL', 'mysql://db/cashback', /must be an address such as postgres:/],
  ['DATABASE_URL', 'db:5432', /must be an address such as postgres:/],
  ['DATABASE_POOL_SIZE', '1', />=2/],
  ['DATABASE_POOL_SIZE', '201', /<=200/],
  ['DATABASE_POOL_SIZE', 'ten', /number/],
  ['REDIS_URL', 'localhost:6379', /must be an address such as redis:/],
  ['PORT', '65536', /<=65535/],
  ['PORT', '-1', />=0/],
  ['PORT', '3000.5', /int/],
  ['APP_ORIGIN', 'app.example.com', /must be an origin such as https:/],
  ['APP_ORIGIN', 'https://app.example.com/', /without a path or a trailing slash/],
  ['APP_ORIGIN', 'https://App.example.com', /must be an origin/],
  ['APP_ORIGIN', 'javascript:alert(1)', /must be an origin/],
  ['PUBLIC_ORIGIN', 'https://clube.example.com/x', /without a path or a trailing slash/],
  ['TOKEN_SECRET', 'x'.repeat(31), /at least 32 characters/],
  ['LOG_LEVEL', 'loud', /fatal/],
  ['JOBS', 'no', /"on"/],
  ['OPERATOR_TOKEN', 'x'.repeat(31), /at least 32 characters/],
];

test.each(WRONG)('%s=%s is refused by name and with the reason', (name, value, why) => {
  const read = () => readEnvironment({ ...GOOD, [name]: value });
  expect(read).toThrow(`The environment is not usable:\n  ${name}: `);
  expect(read).toThrow(why);
});

test.each(['DATABASE_URL', 'TOKEN_SECRET'])('%s must be there, and an empty one is not', (name) => {
  expect(() => readEnvironment({ ...GOOD, [name]: '' })).toThrow(`\n  ${name}: `);
  expect(() => readEnvironment({ ...GOOD, [name]: undefined })).toThrow(`\n  ${name}: `);
});

test('all wrong values are named at once, and no secret is repeated', () => {
  const source = { DATABASE_URL: 'mysql://u:hunter2@h/d', TOKEN_SECRET: 'short-secret', PORT: 'x' };
  let message = '';
  try {
    readEnvironment(source);
  } catch (error) {
    message = (error as Error).message;
  }
  for (const name of Object.keys(source)) expect(message).toContain(`  ${name}: `);
  expect(message).not.toMatch(/hunter2|short-secret/);
});

test('what is not said is safe: production, no proxy believed, no Redis, one origin', () => {
  expect(readEnvironment(GOOD)).toEqual({
    nodeEnv: 'production',
    databaseUrl: GOOD.DATABASE_URL,
    databasePoolSize: 10,
    redisUrl: undefined,
    port: 3000,
    host: '0.0.0.0',
    appOrigin: 'http://localhost:3000',
    publicOrigin: 'http://localhost:3000',
    tokenSecret: GOOD.TOKEN_SECRET,
    jobs: 'on',
    operatorToken: undefined,
    logLevel: 'info',
    trustProxy: undefined,
  });
});

test('customers get the staff origin where they have none of their own', () => {
  const env = readEnvironment({ ...GOOD, APP_ORIGIN: 'https://painel.example.com' });
  expect(env.publicOrigin).toBe('https://painel.example.com');
});
