import { randomUUID } from 'node:crypto';
import { DEFAULT_TAGS, lastFourOf, PROVIDERS } from 'domain/integrations';
import { WEBHOOK_EVENTS } from 'domain/webhooks';
import pg from 'pg';
import { sealProviderKey } from '../../../api/src/integrations/provider-key.ts';
import { keyRing } from '../../../api/src/lib/sealed.ts';
import type { TenantTransaction } from '../../../api/src/tenant.ts';
import { makeSecret } from '../../../api/src/webhooks/webhook-secrets.ts';
import { productEnvironment, startHttpProcess, UNUSED_KEY } from '../api-process.ts';
import { assertDurable, type BenchServer } from '../bench-database.ts';
import { startChild, stopChild } from '../child-process.ts';
import { openSessions } from '../load/staff-sessions.ts';
import { idOf, RATE_BASIS_POINTS, slugOf } from '../population.ts';
import { withTenancy } from '../reports/rollups-tenancy.ts';
import type { Receivers } from './receivers.ts';

/**
 * Merchants who sell, and how their events are delivered: not at all, by the API's process or by one of its
 * own.
 */
export interface StagePlan {
  name: string;
  delivery: 'none' | 'api' | 'worker';
}

/** A database of its own, served by a process of its own. */
export interface Stage extends StagePlan {
  database: { appUrl: string; tokenSecret: string };
  port: number;
  owner: pg.Client;
  buyers: { session: string; phone: string }[];
}

const MERCHANTS = 50;
const CUSTOMERS = 2_000;
export const MERCHANT_IDS = Array.from({ length: MERCHANTS }, (_, merchant) => idOf('merchant', merchant));
const EMPLOYEE_IDS = MERCHANT_IDS.map((_, merchant) => idOf('employee', merchant));
const phoneOf = (customer: number) => `119${String(customer).padStart(8, '0')}`;
const merchantOf = (customer: number) => customer % MERCHANTS;

async function insertMerchants(owner: pg.Client): Promise<void> {
  await owner.query(
    `INSERT INTO merchants (id, name, email, phone, address, program_name, rate_basis_points, signup_link_slug)
     SELECT id, 'Loja ' || slug, slug || '@loja.example', '1132104567', 'Rua A, 1', 'Clube ' || slug, $3, slug
     FROM unnest($1::uuid[], $2::text[]) AS u (id, slug)`,
    [MERCHANT_IDS, MERCHANT_IDS.map((_, merchant) => slugOf(merchant)), RATE_BASIS_POINTS],
  );
  await owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role)
     SELECT merchant_id, id, 'Caixa', id || '@loja.example', 'operator' FROM unnest($1::uuid[], $2::uuid[]) AS u (merchant_id, id)`,
    [MERCHANT_IDS, EMPLOYEE_IDS],
  );
  const customers = Array.from({ length: CUSTOMERS }, (_, customer) => customer);
  await owner.query(
    `INSERT INTO customers (merchant_id, id, phone) SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[])`,
    [
      customers.map((customer) => MERCHANT_IDS[merchantOf(customer)]),
      customers.map((customer) => idOf('customer', customer)),
      customers.map(phoneOf),
    ],
  );
}

/** Sets up both providers, active for everything, and a webhook for all events. */
async function configure(tx: TenantTransaction, webhookUrl: string): Promise<void> {
  const keys = keyRing([Buffer.from(UNUSED_KEY, 'base64')]);
  for (const provider of PROVIDERS) {
    const key = tx.merchantId.replaceAll('-', '') + (provider === 'mailchimp' ? '-us21' : '');
    const isMailchimp = provider === 'mailchimp';
    const sealed = await sealProviderKey(tx, keys, provider, key);
    await tx.prisma(({ integrationConfig }) =>
      integrationConfig.create({
        data: {
          merchantId: tx.merchantId,
          id: randomUUID(),
          provider,
          defaultTags: [...DEFAULT_TAGS[provider]],
          audienceId: isMailchimp ? 'a1b2c3d4e5' : null,
          serverPrefix: isMailchimp ? 'us21' : null,
          syncOnRedemption: true,
          apiKeyEncrypted: Uint8Array.from(sealed),
          apiKeyLast4: lastFourOf(key),
          isActive: true,
        },
      }),
    );
  }
  const endpoint = {
    merchantId: tx.merchantId,
    id: randomUUID(),
    url: webhookUrl,
    events: [...WEBHOOK_EVENTS],
  };
  await tx.prisma(({ webhookEndpoint }) => webhookEndpoint.create({ data: endpoint }));
  await makeSecret(tx, keys, 1);
}

async function openStage(
  server: BenchServer,
  plan: StagePlan,
  { receivers, onClose }: { receivers: Receivers; onClose: (close: () => Promise<void>) => void },
): Promise<Stage> {
  const databaseName = `outbound_${plan.name.replaceAll(/\W+/g, '_')}`;
  await server.createDatabase(databaseName);
  const database = { appUrl: server.appUrl(databaseName), tokenSecret: server.tokenSecret };
  const owner = new pg.Client({ connectionString: server.ownerUrl(databaseName) });
  await owner.connect();
  onClose(() => owner.end());
  await assertDurable(owner);
  await insertMerchants(owner);
  if (plan.delivery !== 'none')
    await withTenancy(database.appUrl, async (tenancy) => {
      for (const id of MERCHANT_IDS)
        await tenancy.withTenant(id, (tx) => configure(tx, receivers.webhookUrl));
    });
  const people = MERCHANT_IDS.map((merchantId, merchant) => ({
    merchantId,
    employeeId: EMPLOYEE_IDS[merchant] ?? '',
  }));
  const sessions = await openSessions(owner, people);
  await owner.query('VACUUM (ANALYZE)');
  const environment = { ...productEnvironment(database), ...receivers.environment };
  const hasWorker = plan.delivery === 'worker';
  const api = await startHttpProcess(['api/dist/main.js'], {
    ...environment,
    JOBS: hasWorker ? 'off' : 'on',
  });
  onClose(() => api.stop());
  if (hasWorker) {
    const env = { PATH: process.env.PATH, ...environment };
    const worker = startChild(process.execPath, ['api/dist/worker.js'], { env, stdio: ['ignore', 2, 2] });
    onClose(() => stopChild(worker));
  }
  const buyers = Array.from({ length: CUSTOMERS }, (_, customer) => ({
    session: sessions[merchantOf(customer)] ?? '',
    phone: phoneOf(customer),
  }));
  return { ...plan, database, port: api.port, owner, buyers };
}

/** Does the work with stages that are closed after it, also when it or an opening fails. */
export async function withStages<Result>(
  server: BenchServer,
  plans: readonly StagePlan[],
  receivers: Receivers,
  work: (stages: Stage[]) => Promise<Result>,
): Promise<Result> {
  const closers: (() => Promise<void>)[] = [];
  const onClose = (close: () => Promise<void>) => void closers.unshift(close);
  try {
    const stages: Stage[] = [];
    for (const plan of plans) stages.push(await openStage(server, plan, { receivers, onClose }));
    return await work(stages);
  } finally {
    for (const close of closers) await close();
  }
}
