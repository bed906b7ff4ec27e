import { randomUUID } from 'node:crypto';
import type { Provider } from 'domain/integrations';
import { type MailchimpStandIn, startMailchimpStandIn } from 'provider-stand-ins/mailchimp';
import { type RdStationStandIn, startRdStationStandIn } from 'provider-stand-ins/rd-station';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { createApp } from '../app.ts';
import type { StaffSession } from '../auth/lucia.ts';
import type { App } from '../context.ts';
import { DELIVERY_RULES, type DeliveryRules } from '../deliveries/delivery-rules.ts';
import { readEnvironment } from '../env.ts';
import { saveIntegration } from '../integrations/save-integration.ts';
import { setIntegrationActive } from '../integrations/set-integration-active.ts';
import { type JobOptions, type Jobs, startJobs } from '../jobs/start-jobs.ts';
import { createDns } from '../lib/dns.ts';
import { createOutgoing } from '../lib/outgoing.ts';
import { TEST_KEY_ENCRYPTION_KEY, TEST_TOKEN_SECRET } from './api-process.ts';
import { type DatabaseScene, useDatabaseScene } from './database-scene.ts';
import { createTill, insertShop, type Till } from './money-app.ts';

/** The product's rules, hurried: eight tries within seconds. */
const HURRIED: DeliveryRules = {
  ...DELIVERY_RULES,
  retryBaseMs: 1,
  snoozeBaseMs: 50,
  snoozeMaxMs: 400,
  // Tests that are about it say so.
  breakerFailures: 1_000,
};

const QUICK_JOBS: JobOptions = {
  everyMs: 100,
  silenceMs: 800,
  retryMs: 50,
  pollMs: 500,
  outboundPollMs: 200,
  graceMs: 300,
  stopMs: 1_000,
};

/** Unless a test says otherwise. */
const TIME_LIMIT_MS = 500;

export interface OpenedApp {
  app: App;
  /** As often as processes are wanted: each has its own lease, and knows nothing of the others. */
  startJobs(options?: JobOptions): Jobs;
}

export interface ShopWithProvider {
  staff: StaffSession;
  till: Till;
  merchantId: string;
  /** By which its provider knows it. */
  key: string;
}

export interface DeliveryRow {
  id: string;
  event: string;
  state: string;
  tries: number;
  last_status: number | null;
  last_error: string | null;
  integration_config_id: string | null;
  webhook_endpoint_id: string | null;
  subject_id: string;
  customer_id: string | null;
}

export interface DeliveryScene extends DatabaseScene {
  readonly mailchimp: MailchimpStandIn;
  readonly rdStation: RdStationStandIn;
  /** What processes are told of the stand-ins. */
  environment(): Record<string, string>;
  /** `timeLimitMs`: of one call; in the product ten seconds. */
  open(rules?: Partial<DeliveryRules>, limits?: { timeLimitMs?: number }): Promise<OpenedApp>;
  /** A shop with an active integration that wants everything. */
  insertShop(app: App, provider?: Provider): Promise<ShopWithProvider>;
  /** A webhook of the shop for these events, beside whatever it has. */
  insertWebhook(merchantId: string, events: string[], url?: string): Promise<string>;
  deliveriesOf(merchantId: string): Promise<DeliveryRow[]>;
  /** The delivery each job is about, of those that are there. */
  jobsOf(merchantId: string): Promise<{ deliveryId: string; priority: number }[]>;
  logOf(merchantId: string): Promise<{ action: string; status: string; error_message: string | null }[]>;
}

/** To be called at the top of a test file. The fields are there once a hook or test runs. */
export function useDeliveryScene(): DeliveryScene {
  const scene = useDatabaseScene() as { -readonly [Key in keyof DeliveryScene]: DeliveryScene[Key] };
  const closing: (() => Promise<void>)[] = [];
  const request = { ip: '127.0.0.1', userAgent: 'test' };

  vi.setConfig({ testTimeout: 45_000 });
  afterAll(() => vi.resetConfig());
  beforeAll(async () => {
    [scene.mailchimp, scene.rdStation] = await Promise.all([
      startMailchimpStandIn(),
      startRdStationStandIn(),
    ]);
  });
  afterEach(async () => {
    for (const standIn of [scene.mailchimp, scene.rdStation]) standIn.misbehave(undefined);
    for (const close of closing.splice(0).reverse()) await close();
    await scene.owner.query('DELETE FROM graphile_worker._private_jobs');
  });
  // Before the database's own: vitest goes through these backwards.
  afterAll(() => Promise.all([scene.mailchimp, scene.rdStation].map((standIn) => standIn?.stop())));

  scene.environment = () => ({
    MAILCHIMP_API: scene.mailchimp.url,
    RD_STATION_API: scene.rdStation.url,
    WEBHOOK_EXCEPTIONS: new URL(scene.rdStation.url).origin,
  });
  scene.open = async (rules = {}, { timeLimitMs = TIME_LIMIT_MS } = {}) => {
    const env = readEnvironment({
      DATABASE_URL: scene.database.appUrl,
      TOKEN_SECRET: TEST_TOKEN_SECRET,
      KEY_ENCRYPTION_KEY: TEST_KEY_ENCRYPTION_KEY,
      LOG_LEVEL: 'silent',
      ...scene.environment(),
    });
    const outgoing = createOutgoing({
      exceptions: env.webhookExceptions,
      dns: createDns([]),
      timeLimitMs,
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
  scene.insertShop = async (app, provider = 'mailchimp') => {
    const staff = await insertShop(scene.owner);
    const key = `${randomUUID().replaceAll('-', '')}-us7`;
    const wants = { syncOnSignup: true, syncOnPurchase: true, syncOnRedemption: true };
    await saveIntegration(app, staff, request, {
      ...wants,
      ...(provider === 'mailchimp'
        ? { provider, apiKey: key, audienceId: 'a1b2c3d4e5', serverPrefix: 'us7' }
        : { provider, apiKey: key }),
    });
    await setIntegrationActive(app, staff, request, { provider, isActive: true });
    return { staff, till: createTill(app, staff), merchantId: staff.merchantId, key };
  };
  scene.insertWebhook = async (merchantId, events, url = 'https://receiver.example/hook') => {
    const id = randomUUID();
    await scene.owner.query(
      'INSERT INTO webhook_endpoints (merchant_id, id, url, events) VALUES ($1, $2, $3, $4)',
      [merchantId, id, url, events],
    );
    return id;
  };
  const rowsOf = async <Row extends object>(sql: string, merchantId: string) =>
    (await scene.owner.query<Row>(sql, [merchantId])).rows;
  scene.deliveriesOf = (merchantId) =>
    rowsOf('SELECT * FROM deliveries WHERE merchant_id = $1 ORDER BY created_at, event', merchantId);
  scene.jobsOf = (merchantId) =>
    rowsOf(
      `SELECT payload ->> 'deliveryId' AS "deliveryId", priority FROM graphile_worker._private_jobs
       WHERE payload ->> 'merchantId' = $1 ORDER BY id`,
      merchantId,
    );
  scene.logOf = (merchantId) =>
    rowsOf(
      'SELECT action, status, error_message FROM integration_sync_log WHERE merchant_id = $1 ORDER BY id',
      merchantId,
    );
  return scene as DeliveryScene;
}

/** Everything that happens in the background happens within this, on a busy machine too. */
export const soon = <Result>(check: () => Result | Promise<Result>) =>
  vi.waitFor(check, { timeout: 30_000, interval: 60 });
