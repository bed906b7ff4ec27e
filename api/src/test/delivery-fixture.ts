import { randomUUID } from 'node:crypto';
import { addressesOf } from 'database/migrate';
import type { Provider } from 'domain/integrations';
import { type DatabaseFixture, useDatabaseFixture } from 'testing/database-fixture';
import { type MailchimpFake, startMailchimpFake } from 'testing/providers/mailchimp';
import { type RdStationFake, startRdStationFake } from 'testing/providers/rd-station';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { createApp } from '../app.ts';
import type { App } from '../context.ts';
import { DELIVERY_RULES, type DeliveryRules } from '../deliveries/delivery-rules.ts';
import { readEnvironment } from '../env.ts';
import { saveIntegration } from '../integrations/save-integration.ts';
import { setIntegrationActive } from '../integrations/set-integration-active.ts';
import { createDns } from '../lib/dns.ts';
import { createOutgoing } from '../lib/outgoing.ts';
import type { StaffSession } from '../staff-session.ts';
import { type JobOptions, type Jobs, startJobs } from '../start-jobs.ts';
import { TEST_KEY_ENCRYPTION_KEY, TEST_TOKEN_SECRET } from './api-process.ts';
import { type Counter, createCounter, insertMerchant } from './money-app.ts';

/** The product's rules, shortened: eight attempts within seconds. */
const HURRIED: DeliveryRules = {
  ...DELIVERY_RULES,
  retryBaseMs: 1,
  deferBaseMs: 50,
  deferMaxMs: 400,
  eraseDelayMs: 0,
  // No test waits for its turn, except those of the turns.
  minuteMs: 100,
  // Never reached, except by tests of the breaker.
  breakerFailures: 1_000,
};

const QUICK_JOBS: JobOptions = {
  everyMs: 100,
  silenceMs: 3_000,
  retryMs: 50,
  pollMs: 500,
  outboundPollMs: 200,
  graceMs: 300,
  stopMs: 1_000,
};

export interface OpenedApp {
  app: App;
  /** Each call starts another process's jobs, with a lease of its own. */
  startJobs(options?: JobOptions): Jobs;
}

export interface MerchantWithProvider {
  staff: StaffSession;
  counter: Counter;
  merchantId: string;
  /** The API key of the merchant's account. */
  key: string;
}

export interface DeliveryRow {
  id: string;
  event: string;
  state: string;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  integration_config_id: string | null;
  webhook_endpoint_id: string | null;
  subject_id: string;
  customer_id: string | null;
}

export interface DeliveryFixture extends DatabaseFixture {
  readonly mailchimp: MailchimpFake;
  readonly rdStation: RdStationFake;
  /** The environment that points a process at the fakes. */
  environment(): Record<string, string>;
  /** `timeLimitMs`: of one call; in the product ten seconds. */
  open(rules?: Partial<DeliveryRules>, limits?: { timeLimitMs?: number }): Promise<OpenedApp>;
  /** A merchant with an active integration that wants everything. */
  insertMerchant(app: App, provider?: Provider): Promise<MerchantWithProvider>;
  /** Adds a webhook for these events. */
  insertWebhook(merchantId: string, events: string[], url?: string): Promise<string>;
  deliveriesOf(merchantId: string): Promise<DeliveryRow[]>;
  /** The delivery of each job of the merchant. */
  jobsOf(merchantId: string): Promise<{ deliveryId: string; priority: number }[]>;
  logOf(merchantId: string): Promise<{ action: string; status: string; error_message: string | null }[]>;
}

/** Sets up deliveries for a test file; call it at the top. Its fields exist once a hook or test runs. */
export function useDeliveryFixture(): DeliveryFixture {
  const fixture = useDatabaseFixture() as { -readonly [Key in keyof DeliveryFixture]: DeliveryFixture[Key] };
  const closing: (() => Promise<void>)[] = [];
  const request = { ip: '127.0.0.1', userAgent: 'test' };

  beforeAll(async () => {
    [fixture.mailchimp, fixture.rdStation] = await Promise.all([startMailchimpFake(), startRdStationFake()]);
  });
  afterEach(async () => {
    for (const fake of [fixture.mailchimp, fixture.rdStation]) fake.misbehave(undefined);
    for (const close of closing.splice(0).reverse()) await close();
    await fixture.owner.query('DELETE FROM graphile_worker._private_jobs');
  });
  // Runs before the database's own hook: vitest calls these in reverse order.
  afterAll(() => Promise.all([fixture.mailchimp, fixture.rdStation].map((fake) => fake?.stop())));

  fixture.environment = () => ({
    MAILCHIMP_API: fixture.mailchimp.url,
    RD_STATION_API: fixture.rdStation.url,
    WEBHOOK_EXCEPTIONS: new URL(fixture.rdStation.url).origin,
  });
  fixture.open = async (rules = {}, limits = {}) => {
    const env = readEnvironment({
      DATABASE_URL: fixture.database.appUrl,
      DATABASE_WORKER_URL: addressesOf(fixture.database.appUrl).DATABASE_WORKER_URL,
      TOKEN_SECRET: TEST_TOKEN_SECRET,
      KEY_ENCRYPTION_KEY: TEST_KEY_ENCRYPTION_KEY,
      LOG_LEVEL: 'silent',
      ...fixture.environment(),
    });
    const outgoing = createOutgoing({
      exceptions: env.webhookExceptions,
      dns: createDns([]),
      ...limits,
    });
    const opened = await createApp(env, { outgoing, deliveryRules: { ...HURRIED, ...rules } });
    closing.push(opened.close, outgoing.close);
    return {
      app: opened.app,
      startJobs(options = {}) {
        const jobs = startJobs(opened.app, opened.tenancyOver, { ...QUICK_JOBS, ...options });
        let stopped: Promise<void> | undefined;
        const stop = () => {
          stopped ??= jobs.stop();
          return stopped;
        };
        closing.push(stop);
        return { stop };
      },
    };
  };
  fixture.insertMerchant = async (app, provider = 'mailchimp') => {
    const staff = await insertMerchant(fixture.owner);
    const key = `${randomUUID().replaceAll('-', '')}-us7`;
    const wants = {
      syncOnSignup: true,
      syncOnPurchase: true,
      syncOnRedemption: true,
      sendsWithoutConsent: true,
    };
    await saveIntegration(app, staff, request, {
      ...wants,
      ...(provider === 'mailchimp'
        ? { provider, apiKey: key, audienceId: 'a1b2c3d4e5', serverPrefix: 'us7' }
        : { provider, apiKey: key }),
    });
    await setIntegrationActive(app, staff, request, { provider, isActive: true });
    return { staff, counter: createCounter(app, staff), merchantId: staff.merchantId, key };
  };
  fixture.insertWebhook = async (merchantId, events, url = 'https://receiver.example/hook') => {
    const id = randomUUID();
    await fixture.owner.query(
      'INSERT INTO webhook_endpoints (merchant_id, id, url, events) VALUES ($1, $2, $3, $4)',
      [merchantId, id, url, events],
    );
    return id;
  };
  const rowsOf = async <Row extends object>(sql: string, merchantId: string) =>
    (await fixture.owner.query<Row>(sql, [merchantId])).rows;
  fixture.deliveriesOf = (merchantId) =>
    rowsOf('SELECT * FROM deliveries WHERE merchant_id = $1 ORDER BY created_at, event', merchantId);
  fixture.jobsOf = (merchantId) =>
    rowsOf(
      `SELECT payload ->> 'deliveryId' AS "deliveryId", priority FROM graphile_worker._private_jobs
       WHERE payload ->> 'merchantId' = $1 ORDER BY id`,
      merchantId,
    );
  fixture.logOf = (merchantId) =>
    rowsOf(
      'SELECT action, status, error_message FROM integration_sync_log WHERE merchant_id = $1 ORDER BY id',
      merchantId,
    );
  return fixture as DeliveryFixture;
}

/** Waits for background work; long enough for a busy machine. */
export const soon = <Result>(check: () => Result | Promise<Result>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 60 });
