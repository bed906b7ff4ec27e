import { randomUUID } from 'node:crypto';
import type { Merchant } from '../test/tenant-fixture.ts';
import { EMPLOYEES, type ForeignInput, type MatrixRow } from '../test/tenant-matrix-row.ts';

const settings = (id: string, url: string) => ({ id, url, events: ['customer.created'], isActive: true });

const foreign = (what: string, idOf: (merchant: Merchant) => string): ForeignInput => ({
  what,
  from: 'platform',
  theirs: (_own, other) => ({ id: idOf(other) }),
  nobodys: () => ({ id: randomUUID() }),
});
const endpoint = foreign('endpoint', (merchant) => merchant.webhook.id);
const delivery = foreign('delivery', (merchant) => merchant.webhookDeliveryId);

/** Endpoints, secrets and deliveries. */
export const WEBHOOKS_MATRIX: Record<string, MatrixRow> = {
  'webhooks.list': { asks: 'integrations.write', outcomes: EMPLOYEES, foreign: [] },
  'webhooks.save': {
    asks: 'integrations.write',
    input: ({ webhook }) => settings(webhook.id, webhook.url),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'endpoint',
        from: 'platform',
        theirs: (_own, other) => settings(other.webhook.id, 'https://matriz.invalid/'),
        nobodys: () => settings(randomUUID(), 'https://matriz.invalid/'),
      },
    ],
  },
  'webhooks.remove': {
    asks: 'integrations.write',
    input: (merchant) => ({ id: merchant.nextWebhookId() }),
    outcomes: EMPLOYEES,
    foreign: [endpoint],
  },
  'webhooks.rotateSecret': { asks: 'integrations.write', outcomes: EMPLOYEES, foreign: [] },
  'webhooks.test': {
    asks: 'integrations.write',
    input: ({ webhook }) => ({ id: webhook.id }),
    outcomes: EMPLOYEES,
    foreign: [endpoint],
  },
  'webhooks.deliveries': {
    asks: 'integrations.write',
    input: () => ({}),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'endpoint as the filter',
        from: 'platform',
        theirs: (_own, other) => ({ endpointId: other.webhook.id }),
        nobodys: () => ({ endpointId: randomUUID() }),
        notRefused: 'a filter that finds nothing shows nothing',
      },
    ],
  },
  'webhooks.delivery': {
    asks: 'integrations.write',
    input: (merchant) => ({ id: merchant.webhookDeliveryId }),
    outcomes: EMPLOYEES,
    foreign: [delivery],
  },
  'webhooks.retry': {
    asks: 'integrations.write',
    input: (merchant) => ({ id: merchant.webhookDeliveryId }),
    outcomes: EMPLOYEES,
    foreign: [delivery],
  },
};
