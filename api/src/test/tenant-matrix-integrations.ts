import { type MatrixRow, STAFF } from './tenant-matrix-row.ts';

/** A provider is named, never a row: nobody can put another merchant's id into any of them. */
export const INTEGRATIONS_MATRIX: Record<string, MatrixRow> = {
  'integrations.list': { asks: 'integrations.write', outcomes: STAFF, foreign: [] },
  'integrations.logs': { asks: 'integrations.write', outcomes: STAFF, foreign: [] },
  'integrations.save': {
    asks: 'integrations.write',
    input: () => ({
      provider: 'rd_station',
      apiKey: 'token-da-matriz-1234567890',
      syncOnSignup: true,
      syncOnPurchase: false,
      syncOnRedemption: true,
    }),
    outcomes: STAFF,
    foreign: [],
  },
  'integrations.setActive': {
    asks: 'integrations.write',
    input: () => ({ provider: 'mailchimp', isActive: true }),
    outcomes: STAFF,
    foreign: [],
  },
};
