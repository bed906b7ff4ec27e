import type { Provider } from 'domain/integrations';
import { beforeEach } from 'vitest';
import type { App } from '../context.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { saveIntegration } from '../integrations/save-integration.ts';
import { setIntegrationActive } from '../integrations/set-integration-active.ts';
import type { OutgoingAnswer, OutgoingRequest } from '../lib/outgoing.ts';
import { type MoneyFixture, useMoneyFixture } from './money-fixture.ts';

/** A money fixture whose calls to providers are answered by the test, one by one. */
export interface ProviderFixture extends MoneyFixture {
  /** Calls made, and how many tenant transactions of this process were open at the time. */
  readonly calls: { request: OutgoingRequest; openTransactions: number }[];
  /** Answers later calls. An error is thrown; undefined means success. */
  answer(by: (request: OutgoingRequest) => Reply | undefined): void;
  /** Saves the provider's settings and turns them on. */
  connect(provider: Provider, sync?: Partial<typeof EVERYTHING>): Promise<void>;
  deactivate(provider: Provider): Promise<void>;
  /** Waiting deliveries, oldest first. */
  waiting(): Promise<Delivery[]>;
}

type Reply = { status: number; json?: unknown; text?: string; contentType?: string } | Error;

export const PROVIDER_KEYS = {
  mailchimp: '0123456789abcdef0123456789abcdef-us21',
  rd_station: 'token-de-acesso-0123456789',
};
export const REQUEST = { ip: '203.0.113.7', userAgent: 'test' };
const EVERYTHING = {
  syncOnSignup: true,
  syncOnPurchase: true,
  syncOnRedemption: true,
  sendsWithoutConsent: true,
};
const ACCOUNT = { audienceId: 'a1b2c3d4e5', serverPrefix: 'us21' };

/** A provider's answer to a call that succeeds. */
function contentAnswer({ url, method }: OutgoingRequest): Reply {
  if (method === 'POST' && url.pathname.endsWith('/tags')) return { status: 204 };
  if (method === 'POST' && url.pathname.endsWith('/campaigns'))
    return { status: 200, json: { id: 'camp1234' } };
  const json = { name: 'Clientes da loja', stats: { member_count: 12 }, total: 7, contacts: [] };
  if (method === 'PUT') return { status: 200, json: { status: 'subscribed' } };
  return { status: 200, json };
}

function toAnswer({ status, json, text, contentType }: Exclude<Reply, Error>): OutgoingAnswer {
  return {
    status,
    contentType: contentType ?? 'application/json',
    retryAfterSeconds: undefined,
    text: text ?? (json === undefined ? '' : JSON.stringify(json)),
  };
}

/** Sets up providers for a test file; call it at the top. Its fields exist once a test runs. */
export function useProviderFixture(): ProviderFixture {
  const fixture = useMoneyFixture() as { -readonly [Key in keyof ProviderFixture]: ProviderFixture[Key] };
  let reply: (request: OutgoingRequest) => Reply | undefined = () => undefined;
  beforeEach(() => {
    fixture.calls = [];
    reply = () => undefined;
    fixture.app = watched(fixture.app, (request, openTransactions) => {
      fixture.calls.push({ request, openTransactions });
      return reply(request) ?? contentAnswer(request);
    });
  });
  fixture.answer = (by) => {
    reply = by;
  };
  fixture.connect = async (provider, sync = {}) => {
    const settings = { apiKey: PROVIDER_KEYS[provider], ...EVERYTHING, ...sync };
    await saveIntegration(
      fixture.app,
      fixture.staff,
      REQUEST,
      provider === 'mailchimp' ? { provider, ...ACCOUNT, ...settings } : { provider, ...settings },
    );
    await setIntegrationActive(fixture.app, fixture.staff, REQUEST, { provider, isActive: true });
  };
  fixture.deactivate = async (provider) => {
    await setIntegrationActive(fixture.app, fixture.staff, REQUEST, { provider, isActive: false });
  };
  fixture.waiting = async () => {
    const { rows } = await fixture.owner.query<Delivery>(
      `SELECT merchant_id AS "merchantId", id, integration_config_id AS "integrationConfigId",
         webhook_endpoint_id AS "webhookEndpointId", event, subject_id AS "subjectId", customer_id AS "customerId",
         bulk_sync_id AS "bulkSyncId", 1 AS attempts, 0 AS deferrals, occurred_at AS "occurredAt", body
       FROM deliveries WHERE merchant_id = $1 AND state = 'waiting' ORDER BY created_at, id`,
      [fixture.staff.merchantId],
    );
    return rows;
  };
  return fixture;
}

type Watched = App & { unwatched?: App };

/** The same process, its outgoing calls answered by `by`. */
function watched(given: Watched, by: (request: OutgoingRequest, openTransactions: number) => Reply): Watched {
  const app = given.unwatched ?? given;
  let openTransactions = 0;
  return {
    ...app,
    unwatched: app,
    tenancy: {
      ...app.tenancy,
      withTenant: async (...args) => {
        openTransactions += 1;
        try {
          return await app.tenancy.withTenant(...args);
        } finally {
          openTransactions -= 1;
        }
      },
    },
    outgoing: async (request) => {
      const answer = by(request, openTransactions);
      if (answer instanceof Error) throw answer;
      return toAnswer(answer);
    },
  };
}
