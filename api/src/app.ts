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
import { assertRoleIsBound, openPool } from './lib/database.ts';
import { createDns } from './lib/dns.ts';
import { createLive } from './lib/live.ts';
import { createLog } from './lib/log.ts';
import { createMail } from './lib/mail.ts';
import { createOutgoing } from './lib/outgoing.ts';
import { openPrisma, warmUpPrisma } from './lib/prisma.ts';
import { createRateLimiter } from './lib/rate-limit.ts';
import { openRedis } from './lib/redis.ts';
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
  isReady: () => Promise<boolean>;
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
    // Whoever sends customers here may count on their shops' names being known.
    isReady: () =>
      pool.query('SELECT 1').then(
        () => app.hosts.isLoaded(),
        () => false,
      ),
    tenancyOver: (own, options) => createTenancy(own, prisma, options?.isCourteous ? courtesy : undefined),
    async close() {
      await app.hosts.stop();
      await figures.idle();
      redis?.close();
      mail?.close();
      await outgoing.close();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}
