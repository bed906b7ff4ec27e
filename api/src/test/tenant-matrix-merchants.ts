import { type MatrixRow, STAFF } from './tenant-matrix-row.ts';

/** The rows of the settings in which no id of anybody's stands: who asks is all that says whose they are. */
export const MERCHANTS_MATRIX: Record<string, MatrixRow> = {
  'merchants.generalSettings': { asks: 'settings.write', outcomes: STAFF, foreign: [] },
  'merchants.saveGeneralSettings': {
    asks: 'settings.write',
    input: () => ({ name: 'Padaria', phone: '1132104567', brandColor: '#b3261e' }),
    outcomes: STAFF,
    foreign: [],
  },
  'merchants.removeLogo': { asks: 'settings.write', input: () => ({}), outcomes: STAFF, foreign: [] },
  'merchants.marketingSettings': { asks: 'settings.write', outcomes: STAFF, foreign: [] },
  'merchants.saveMarketingSettings': {
    asks: 'settings.write',
    input: () => ({ gtmId: 'GTM-ABC123', metaPixelId: null }),
    outcomes: STAFF,
    foreign: [],
  },
};
