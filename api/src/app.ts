import { createSessionStore } from './auth/lucia.ts';
import { createPasswords } from './auth/passwords.ts';
import { createCashbackConfirmations } from './cashback/confirm-cashback.ts';
import type { App } from './context.ts';
import { DELIVERY_RULES } from './deliveries/delivery-rules.ts';
import { createHostResolver } from './domains/resolve-host.ts';
import type { Environment } from './env.ts';
import { createFigureFolding } from './figures/figure-folding.ts';
import { systemClock } from './lib/clock.ts';
import { createCourtesy } from './lib/courtesy.ts';
import { assertRoleIsBound, isMigrated, openPool } from './lib/database.ts';
import { createDns } from './lib/dns.ts';
import { createLive } from './lib/live.ts';
import { createLog } from './lib/log.ts';
import { createMail } from './lib/mail.ts';
import { createMetrics } from './lib/metrics.ts';
import { createOutgoing } from './lib/outgoing.ts';
import { openPrisma, warmUpPrisma } from './lib/prisma.ts';
import { createRateLimiter } from './lib/rate-limit.ts';
import { openRedis } from './lib/redis.ts';
import { NEEDED_MIGRATION } from './lib/schema-version.ts';
import { keyRing } from './lib/sealed.ts';
import { createQrTokens } from './lib/tokens.ts';
import { createRedemptionConfirmations } from './redemptions/confirm-redemption.ts';
import { createTenancy, type TenancyOver } from './tenant.ts';

/** Connections kept aside for the screens that go through Prisma. */
const PRISMA_POOL_SIZE = 3;

/** What a job for somebody else's server lets requests go first by, in each transaction. */
const COURTESY_MS = 50;

/**
 * Everything one process shares, made once. `close` gives it all back.
 */
export async function createApp(
  env: Environment,
  overrides: Partial<Pick<App, 'clock' | 'deliveryRules' | 'outgoing'>> = {},
): Promise<{
  app: App;
  /** Whether whoever sends customers here may count on their shops' names being known, and on the database. */
  isReady: () => Promise<boolean>;
  /** Whether the database answers and has all that the code needs. */
  hasDatabase: () => Promise<boolean>;
  tenancyOver: TenancyOver;
  close: () => Promise<void>;
}> {
  const log = createLog(env.logLevel);
  const clock = overrides.clock ?? systemClock;
  const onLostConnection = (err: Error) => log.warn({ err }, 'a database connection was lost');
  const pool = openPool(env.databaseUrl, { connections: env.databasePoolSize }, onLostConnection);
  const prisma = openPrisma(env.databaseUrl, PRISMA_POOL_SIZE, onLostConnection);
  await warmUpPrisma(prisma).catch(onLostConnection);
  await assertRoleIsBound(pool).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const redis = env.redisUrl
    ? openRedis(env.redisUrl, (err) => log.warn({ err }, 'Redis is away'))
    : undefined;
  // Of its own: whether the database answers is no question of how many stand in line for it.
  const probes = openPool(env.databaseUrl, { connections: 1 }, onLostConnection);
  const metrics = env.metrics && createMetrics();
  metrics?.watchPool('requests', pool);
  if (redis) metrics?.watch('cashback_redis_up', 'Whether Redis answers', () => Number(redis.isUp()));
  const hasDatabase = together(() => isMigrated(probes, NEEDED_MIGRATION).catch(() => false));
  const tenancy = createTenancy(pool, prisma);
  const courtesy = createCourtesy(pool, COURTESY_MS);
  const live = createLive(redis);
  const figures = createFigureFolding({ tenancy, log });
  const mail = env.mail ? createMail(env.mail) : undefined;
  const dns = createDns(env.dnsServers);
  const outgoing = createOutgoing({ exceptions: env.webhookExceptions, dns });
  const app: App = {
    env,
    log,
    clock,
    tenancy,
    figures,
    hosts: createHostResolver({ env, tenancy, log }),
    dns,
    outgoing: overrides.outgoing ?? outgoing,
    deliveryRules: overrides.deliveryRules ?? DELIVERY_RULES,
    live,
    mail,
    metrics,
    limiter: createRateLimiter(redis, clock),
    tokens: createQrTokens(env.tokenSecret),
    keyEncryptionKeys: keyRing(env.keyEncryptionKeys),
    passwords: createPasswords(),
    sessions: createSessionStore(tenancy, clock),
    cashbackConfirmations: createCashbackConfirmations({ tenancy, clock, live, figures }),
    redemptionConfirmations: createRedemptionConfirmations({ tenancy, clock, live, figures }),
  };
  return {
    app,
    isReady: async () => app.hosts.isLoaded() && (await hasDatabase()),
    hasDatabase,
    tenancyOver: (own, options) => createTenancy(own, prisma, options?.isCourteous ? courtesy : undefined),
    async close() {
      await app.hosts.stop();
      await figures.idle();
      redis?.close();
      mail?.close();
      await outgoing.close();
      await prisma.$disconnect();
      await probes.end();
      await pool.end();
    },
  };
}

/** However many ask at a time, it is looked once. */
function together<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let looking: Promise<Result> | undefined;
  return () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
}
