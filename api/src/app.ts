import { pino } from 'pino';
import { createSessionStore } from './auth/lucia.ts';
import { createPasswords } from './auth/passwords.ts';
import { createCashbackConfirmations } from './cashback/confirm-cashback.ts';
import type { App } from './context.ts';
import type { Environment } from './env.ts';
import { systemClock } from './lib/clock.ts';
import { assertRoleIsBound, openPool } from './lib/database.ts';
import { createLive } from './lib/live.ts';
import { openPrisma } from './lib/prisma.ts';
import { createRateLimiter } from './lib/rate-limit.ts';
import { openRedis } from './lib/redis.ts';
import { createQrTokens } from './lib/tokens.ts';
import { createRedemptionConfirmations } from './redemptions/confirm-redemption.ts';
import { createTenancy } from './tenant.ts';

/** Connections kept aside for the screens that go through Prisma. */
const PRISMA_POOL_SIZE = 3;

/** Everything one process shares, made once. `close` gives it all back. */
export async function createApp(
  env: Environment,
  overrides: Partial<Pick<App, 'clock'>> = {},
): Promise<{ app: App; isReady: () => Promise<boolean>; close: () => Promise<void> }> {
  const log = pino({ level: env.logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] });
  const clock = overrides.clock ?? systemClock;
  const pool = openPool(env.databaseUrl, env.databasePoolSize, (err) =>
    log.warn({ err }, 'a database connection was lost'),
  );
  const prisma = openPrisma(env.databaseUrl, PRISMA_POOL_SIZE);
  await assertRoleIsBound(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const redis = env.redisUrl
    ? openRedis(env.redisUrl, (err) => log.warn({ err }, 'Redis is away'))
    : undefined;
  const tenancy = createTenancy(pool, prisma);
  const live = createLive(redis);
  const app: App = {
    env,
    log,
    clock,
    tenancy,
    live,
    limiter: createRateLimiter(redis, clock),
    tokens: createQrTokens(env.tokenSecret),
    passwords: createPasswords(),
    sessions: createSessionStore(tenancy, clock),
    cashbackConfirmations: createCashbackConfirmations({ tenancy, clock, live }),
    redemptionConfirmations: createRedemptionConfirmations({ tenancy, clock, live }),
  };
  return {
    app,
    isReady: () =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    async close() {
      redis?.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
