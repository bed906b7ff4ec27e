import { EMPLOYEES, type MatrixRow, newEmail, SIGN_IN, signup } from '../test/tenant-matrix-row.ts';

export const MERCHANTS_MATRIX: Record<string, MatrixRow> = {
  'merchants.signup': {
    asks: 'public',
    input: () => signup(newEmail()),
    outcomes: SIGN_IN,
    foreign: [
      {
        what: 'e-mail',
        from: 'platform',
        theirs: (_own, other) => signup(other.ownerEmail),
        nobodys: () => signup(newEmail()),
        toldApart: 'an e-mail signs in at one merchant only, and the form says that it is taken',
      },
    ],
  },
  'merchants.cashbackSettings': { asks: 'settings.write', outcomes: EMPLOYEES, foreign: [] },
  'merchants.saveCashbackSettings': {
    asks: 'settings.write',
    input: () => ({
      programName: 'Clube',
      rateBasisPoints: 500,
      availableImmediately: true,
      expires: false,
      redemptionRules: { maxShareBasisPoints: null, minPurchaseCents: null, minBalanceCents: null },
    }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'merchants.generalSettings': { asks: 'settings.write', outcomes: EMPLOYEES, foreign: [] },
  'merchants.saveGeneralSettings': {
    asks: 'settings.write',
    input: () => ({ name: 'Padaria', phone: '1132104567', brandColor: '#b3261e' }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'merchants.removeLogo': { asks: 'settings.write', input: () => ({}), outcomes: EMPLOYEES, foreign: [] },
  'merchants.marketingSettings': { asks: 'settings.write', outcomes: EMPLOYEES, foreign: [] },
  'merchants.saveMarketingSettings': {
    asks: 'settings.write',
    input: () => ({ gtmId: 'GTM-ABC123', metaPixelId: null }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
};
