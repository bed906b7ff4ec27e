import { randomUUID } from 'node:crypto';
import { EMPLOYEES, type ForeignInput, type MatrixRow, type Outcome } from '../test/tenant-matrix-row.ts';

const ALREADY_RUNNING: Outcome = [409, 'bulk_sync_running'];
/** No merchant of a test has that many entries. */
const NOBODYS_SYNC = 999_999_999;

const campaign = () => ({
  operationId: randomUUID(),
  subject: 'Assunto',
  fromName: 'Loja',
  replyTo: 'loja@loja.example',
  title: 'Título',
  message: 'Olá',
});

const foreignSync: ForeignInput = {
  what: 'log entry',
  from: 'platform',
  theirs: (_own, other) => ({ id: other.nextFailedSyncId() }),
  nobodys: () => ({ id: NOBODYS_SYNC }),
};

/** Providers are named, not addressed by a row's id. Requests to them and log entries have ids. */
export const INTEGRATIONS_MATRIX: Record<string, MatrixRow> = {
  'integrations.list': { asks: 'integrations.write', outcomes: EMPLOYEES, foreign: [] },
  'integrations.bulkSync': { asks: 'integrations.write', outcomes: EMPLOYEES, foreign: [] },
  // Both merchants have one that is under way.
  'integrations.startBulkSync': {
    asks: 'integrations.write',
    outcomes: { ...EMPLOYEES, roles: ALREADY_RUNNING, 'employee of the other merchant': ALREADY_RUNNING },
    foreign: [],
  },
  'integrations.undeliveredErasures': { asks: 'integrations.write', outcomes: EMPLOYEES, foreign: [] },
  'integrations.confirmErasure': {
    asks: 'integrations.write',
    input: () => ({ erasureId: randomUUID(), provider: 'mailchimp' }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'integrations.confirmSync': {
    asks: 'integrations.write',
    input: (merchant) => ({ id: merchant.nextFailedSyncId() }),
    outcomes: EMPLOYEES,
    foreign: [foreignSync],
  },
  'integrations.logs': { asks: 'integrations.write', outcomes: EMPLOYEES, foreign: [] },
  'integrations.log': {
    asks: 'integrations.write',
    input: (merchant) => ({ id: merchant.nextFailedSyncId() }),
    outcomes: EMPLOYEES,
    foreign: [foreignSync],
  },
  'integrations.retry': {
    asks: 'integrations.write',
    input: (merchant) => ({ id: merchant.nextFailedSyncId() }),
    outcomes: EMPLOYEES,
    foreign: [foreignSync],
  },
  'integrations.test': {
    asks: 'integrations.write',
    input: () => ({ provider: 'rd_station', apiKey: 'token-da-matriz-1234567890' }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'integrations.createCampaign': {
    asks: 'integrations.write',
    input: () => campaign(),
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'integrations.request': {
    asks: 'integrations.write',
    input: (merchant) => ({ requestId: merchant.providerRequestId }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'request',
        from: 'platform',
        theirs: (_own, other) => ({ requestId: other.providerRequestId }),
        nobodys: () => ({ requestId: randomUUID() }),
      },
    ],
  },
  'integrations.save': {
    asks: 'integrations.write',
    input: () => ({
      provider: 'rd_station',
      apiKey: 'token-da-matriz-1234567890',
      syncOnSignup: true,
      syncOnPurchase: false,
      syncOnRedemption: true,
    }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'integrations.setActive': {
    asks: 'integrations.write',
    input: () => ({ provider: 'mailchimp', isActive: true }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
};
