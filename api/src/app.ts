import { createSessionStore } from './auth/lucia.ts';
import { createPasswords } from './auth/passwords.ts';
import { ENDED_SESSIONS_MS } from './auth/until-session-ends.ts';
import { createCashbackTokens } from './cashback/confirm-cashback.ts';
import { createNewPurchases } from './cashback/new-purchases.ts';
import { createCustomerViews } from './clientele/customer-views.ts';
import type { App } from './context.ts';
import { DELIVERY_RULES } from './deliveries/delivery-rules.ts';
import { createHostResolver } from './domains/resolve-host.ts';
import type { Environment } from './env.ts';
import { createConfirmationTraces, createDeviceHash } from './ledger/confirmation-traces.ts';
import { createConfirmationWatch } from './ledger/confirmation-watch.ts';
import { type Clock, steadyClock } from './lib/clock.ts';
import {
  APP_ROLE,
  assertAddressIsBound,
  isMigrated,
  LOOKUP_ROLE,
  openPool,
  PATIENT_MS,
  WORKER_ROLE,
} from './lib/database.ts';
import { createDns } from './lib/dns.ts';
import { createLive } from './lib/live.ts';
import { createLog } from './lib/log.ts';
import { createMail } from './lib/mail.ts';
import { createMetrics } from './lib/metrics.ts';
import { onceAMinute } from './lib/once-a-minute.ts';
import { createOutgoing } from './lib/outgoing.ts';
import { openPlaces } from './lib/places.ts';
import { watchProcessClock } from './lib/process-clock.ts';
import { createRateLimiter } from './lib/rate-limit.ts';
import { openRedis } from './lib/redis.ts';
import { NEEDED_MIGRATION } from './lib/schema-version.ts';
import { keyRing } from './lib/sealed.ts';
import { createSharedPoll } from './lib/shared-poll.ts';
import { createStreamLimits } from './lib/stream-limits.ts';
import { createQrTokens } from './lib/tokens.ts';
import { createYieldToRequests } from './lib/yield-to-requests.ts';
import { createSharedCounts } from './limits/shared-counts.ts';
import { createMerchant } from './merchants/create-merchant.ts';
import { createRedemptionTokens } from './redemptions/confirm-redemption.ts';
import { createNewRedemptions } from './redemptions/new-redemptions.ts';
import { createRollupApplier } from './rollups/rollup-applier.ts';
import { createTenancy, type Tenancy, type TenancyOver } from './tenant.ts';

/**
 * Each look-up reads a few indexed rows, at most one for each of 64 sessions; with a login of their own this
 * many run at a time.
 */
const LOOKUP_POOL_SIZE = 4;

/** How long a transaction of an outbound job yields to requests at most. */
const MAX_YIELD_MS = 50;

/** Creates everything that one process shares. `close` releases it all. */
export async function createApp(
  env: Environment,
  overrides: Partial<Pick<App, 'deliveryRules' | 'outgoing'>> & {
    /**
     * The "now" given to the database, for tests and the demo. Only a permitted login may set it; see
     * `TenancyOptions`.
     */
    clock?: Clock;
  } = {},
): Promise<{
  app: App;
  /** Ready: host names are loaded and the database answers. */
  isReady: () => Promise<boolean>;
  /** Healthy: the database answers, is migrated as the code needs, and agrees with this process's clock. */
  hasDatabase: () => Promise<boolean>;
  tenancyOver: TenancyOver;
  close: () => Promise<void>;
}> {
  const log = createLog(env.logLevel);
  const { clock } = overrides;
  const onLostConnection = (err: Error) => log.warn({ err }, 'a database connection was lost');
  const pool = openPool(env.databaseUrl, { connections: env.databasePoolSize }, onLostConnection);
  await assertRolesAreBound(env).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const lookups =
    env.databaseLookupUrl === undefined
      ? undefined
      : openPool(
          env.databaseLookupUrl,
          { connections: LOOKUP_POOL_SIZE, role: LOOKUP_ROLE },
          onLostConnection,
        );
  const redis = env.redisUrl
    ? await openRedis(
        env.redisUrl,
        // Its clients fail some times a second while it is away, with a stack of their own each.
        onceAMinute((error: Error, untold) => log.warn({ reason: error.message, untold }, 'Redis is away')),
      )
    : undefined;
  // A pool of its own: a probe must not wait behind requests for a connection.
  const probes = openPool(env.databaseUrl, { connections: 1 }, onLostConnection);
  const forImports = openPool(env.databaseUrl, { connections: 1, waitMs: PATIENT_MS }, onLostConnection);
  const metrics = env.metrics && createMetrics();
  metrics?.watchPool('requests', pool);
  if (lookups) metrics?.watchPool('lookups', lookups);
  metrics?.watchPool('imports', forImports);
  if (redis) metrics?.watch('cashback_redis_up', 'Whether Redis answers', () => Number(redis.isUp()));
  const hasDatabase = together(
    async () => processClock.isRight() && (await isMigrated(probes, NEEDED_MIGRATION).catch(() => false)),
  );
  const tenancy = createTenancy(pool, { clock, lookups });
  const [processClock] = await Promise.all([
    watchProcessClock(probes, log),
    warmUpPrisma(tenancy).catch(onLostConnection),
  ]);
  metrics?.watch(
    'cashback_clock_skew_seconds',
    "This machine's clock beside the database's, ahead is positive",
    () => (processClock.skewMs() ?? Number.NaN) / 1_000,
  );
  const yielding = createYieldToRequests(pool, MAX_YIELD_MS);
  const live = createLive(redis);
  const rollups = createRollupApplier({ tenancy, log });
  const confirmationTraces = createConfirmationTraces({ tenancy, tokenSecrets: env.tokenSecrets, log });
  const tokenQueueDependencies = { tenancy, live, rollups, confirmationTraces };
  const mail = env.mail ? await createMail(env.mail) : undefined;
  const dns = createDns(env.dnsServers);
  const outgoing = createOutgoing({ exceptions: env.webhookExceptions, dns });
  const sessions = createSessionStore(tenancy, createDeviceHash(env.tokenSecrets));
  const onLook = createOutageNotice(log);
  const confirmationWatch = createConfirmationWatch({ tenancy, live, onLook });
  const endedSessions = createSharedPoll({
    find: sessions.endedAmong,
    everyMs: ENDED_SESSIONS_MS,
    onLook,
  });
  const app: App = {
    env,
    log,
    processClock,
    tenancy,
    imports: createTenancy(forImports, { clock }),
    rollups,
    hosts: createHostResolver({ env, tenancy, log }),
    dns,
    outgoing: overrides.outgoing ?? outgoing,
    deliveryRules: overrides.deliveryRules ?? DELIVERY_RULES,
    customerViews: createCustomerViews({ tenancy, log }),
    live,
    mail,
    places: openPlaces(env.placesDatabase),
    metrics,
    limiter: createRateLimiter(redis, clock ?? steadyClock, {
      shared: createSharedCounts(tenancy),
      onExcess: (rule) => metrics?.countLimited(rule.name),
    }),
    tokens: createQrTokens(env.tokenSecrets),
    keyEncryptionKeys: keyRing(env.keyEncryptionKeys),
    passwords: createPasswords(),
    createMerchant: (...asked) => createMerchant({ tenancy }, ...asked),
    sessions,
    endedSessions,
    streamLimits: createStreamLimits(redis),
    confirmationWatch,
    confirmationTraces,
    newPurchases: createNewPurchases({ tenancy }),
    newRedemptions: createNewRedemptions({ tenancy }),
    cashbackTokens: createCashbackTokens(tokenQueueDependencies),
    redemptionTokens: createRedemptionTokens(tokenQueueDependencies),
  };
  return {
    app,
    isReady: async () => app.hosts.isLoaded() && (await hasDatabase()),
    hasDatabase,
    tenancyOver: (own, options) =>
      createTenancy(own, { clock, yielding: options?.isYielding ? yielding : undefined }),
    async close() {
      processClock.stop();
      await app.hosts.stop();
      await Promise.all([confirmationWatch.stop(), endedSessions.stop()]);
      await rollups.idle();
      await confirmationTraces.idle();
      redis?.close();
      mail?.close();
      await outgoing.close();
      await Promise.all([probes.end(), forImports.end()]);
      await lookups?.end();
      await pool.end();
    },
  };
}

/** Logs a database outage once, however many streams wait and however long it lasts. */
function createOutageNotice(log: App['log']): (error: unknown) => void {
  let isAway = false;
  return (err) => {
    if (err !== undefined && !isAway) log.warn({ err }, 'the database cannot be asked for those who watch');
    if (err === undefined && isAway) log.info('those who watch are told again');
    isAway = err !== undefined;
  };
}

const NO_MERCHANT = '00000000-0000-0000-0000-000000000000';

/** Loads Prisma's query compiler, which takes a moment, so that no call waits for it. */
async function warmUpPrisma(tenancy: Tenancy): Promise<void> {
  await tenancy.withTenant(NO_MERCHANT, (tx) =>
    tx.prisma(({ merchant }) => merchant.findFirst({ select: { id: true } })),
  );
}

/** Checks every role that a connection of this process works as. */
async function assertRolesAreBound(env: Environment): Promise<void> {
  const { databaseUrl, databaseWorkerUrl, databaseLookupUrl } = env;
  await Promise.all([
    assertAddressIsBound('DATABASE_URL', databaseUrl, APP_ROLE),
    databaseWorkerUrl && assertAddressIsBound('DATABASE_WORKER_URL', databaseWorkerUrl, WORKER_ROLE),
    databaseLookupUrl && assertAddressIsBound('DATABASE_LOOKUP_URL', databaseLookupUrl, LOOKUP_ROLE),
  ]);
}

/** Shares one run of `look` among all concurrent callers. */
function together<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let looking: Promise<Result> | undefined;
  return () => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
}
