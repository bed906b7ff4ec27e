import { useDatabaseFixture } from 'testing/database-fixture';
import { createHttpClient, type HttpClient } from 'testing/http-client';
import { type SignedInMerchant, signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiProcess, startApiProcess } from '../test/api-process.ts';

const fixture = useDatabaseFixture();
let api: ApiProcess;
let client: HttpClient;
let merchant: SignedInMerchant;

beforeAll(async () => {
  api = await startApiProcess({ databaseUrl: fixture.database.appUrl });
  client = createHttpClient(api.url);
  merchant = await signUpMerchant(client);
});
afterAll(async () => {
  client?.close();
  await api?.stop();
});

/** A valid input of each procedure; a case spoils one field of it. */
const GOOD = {
  'merchants.saveCashbackSettings': {
    programName: 'Clube da Padaria',
    rateBasisPoints: 500,
    availableImmediately: true,
    expires: true,
    expirationDays: 180,
    redemptionRules: { maxShareBasisPoints: null, minPurchaseCents: null, minBalanceCents: null },
  },
  'merchants.saveGeneralSettings': {
    name: 'Padaria do Bairro',
    phone: '(11) 3210-4567',
    address: 'Rua das Palmeiras, 120',
    brandColor: '#B3261E',
  },
  'merchants.saveMarketingSettings': { gtmId: 'gtm-abc123 ', metaPixelId: '123456789012345' },
} as const;

type Procedure = keyof typeof GOOD;

const SCRIPT = '<script>alert(1)</script>';
const NAME = 'Não use os sinais < e >';
const RATE = 'Use um percentual entre 0,1% e 100%';
const DAYS = 'Use de 1 a 3.650 dias';
const GTM = 'Use o ID do contêiner, no formato GTM-XXXXXXX';
const PIXEL = 'Use só os 15 ou 16 números do ID do pixel';
const COLOR = 'Use uma cor no formato #1a2b3c';

/** 0, 0.09 and 100.01 percent; 0 and 3,651 days; scripts in place of an id or a name. */
const BAD: [Procedure, field: string, sentence: string, values: unknown[]][] = [
  ['merchants.saveCashbackSettings', 'rateBasisPoints', RATE, [0, 9, 10_001, -500, 5.5, '500', null]],
  [
    'merchants.saveCashbackSettings',
    'earningMinPurchaseCents',
    'Insira um valor válido',
    [-1, 5.5, '500', null],
  ],
  [
    'merchants.saveCashbackSettings',
    'earningMinPurchaseCents',
    'Valor acima do limite de R$ 10.000.000,00',
    [1_000_000_001],
  ],
  ['merchants.saveCashbackSettings', 'expirationDays', DAYS, [0, 3_651, -1, 1.5, '180', null]],
  ['merchants.saveCashbackSettings', 'programName', NAME, [SCRIPT, '<img src=x onerror=alert(1)>', 'a > b']],
  ['merchants.saveCashbackSettings', 'programName', 'Nome do programa é obrigatório', ['', '  ', null, 7]],
  [
    'merchants.saveGeneralSettings',
    'name',
    NAME,
    [SCRIPT, '<img src=x onerror=alert(1)>', '"><svg onload=x'],
  ],
  ['merchants.saveGeneralSettings', 'name', 'Nome do estabelecimento é obrigatório', ['', ' \t ', null, {}]],
  ['merchants.saveGeneralSettings', 'name', 'Use no máximo 120 caracteres', ['a'.repeat(121)]],
  [
    'merchants.saveGeneralSettings',
    'name',
    'Há caracteres invisíveis. Apague-os ou digite o texto de novo',
    ['a\u0000b', 'a\nb'],
  ],
  ['merchants.saveGeneralSettings', 'phone', 'Número de telefone inválido', ['1', SCRIPT, '119876543210']],
  ['merchants.saveGeneralSettings', 'phone', 'Telefone é obrigatório', ['', { not: '' }, null]],
  ['merchants.saveGeneralSettings', 'address', 'Endereço é obrigatório', ['', null]],
  [
    'merchants.saveGeneralSettings',
    'brandColor',
    COLOR,
    ['red', '#fff', '#12345g', '#ffffff;background:url(//evil)', 'url(javascript:alert(1))', '', SCRIPT],
  ],
  [
    'merchants.saveMarketingSettings',
    'gtmId',
    GTM,
    [
      SCRIPT,
      "GTM-X');alert(1)//",
      'javascript:alert(1)',
      'GTM-ABC',
      'GTM-ABCDEFGHIJK',
      'G-ABC123',
      'https://www.googletagmanager.com/gtm.js?id=GTM-ABC123',
      `GTM-ABC123" onload="alert(1)`,
      'GTM-ABC123\nGTM-ABC123',
      'GTM-'.padEnd(300, 'A'),
    ],
  ],
  [
    'merchants.saveMarketingSettings',
    'metaPixelId',
    PIXEL,
    [
      SCRIPT,
      '12345678901234',
      '12345678901234567',
      "123456789012345'",
      '１２３４５６７８９０１２３４５',
      'javascript:1',
      '-12345678901234',
    ],
  ],
  ['merchants.saveMarketingSettings', 'metaPixelId', 'Dados inválidos', [123456789012345, { gt: '' }]],
];

const stored = async () =>
  (await fixture.owner.query('SELECT * FROM merchants WHERE id = $1', [merchant.id])).rows[0];
const audited = async () =>
  (
    await fixture.owner.query('SELECT count(*)::int AS n FROM audit_log WHERE merchant_id = $1', [
      merchant.id,
    ])
  ).rows[0].n;
const save = (procedure: Procedure, input: object) =>
  client.call(procedure, input, { cookie: merchant.cookie });

describe('is refused beside its field, with nothing of the call stored', () => {
  const cases = BAD.flatMap(([procedure, field, sentence, values]) =>
    values.map((value) => ({ procedure, field, sentence, value, shown: JSON.stringify(value).slice(0, 50) })),
  );
  test.each(cases)('$procedure $field $shown', async ({ procedure, field, sentence, value }) => {
    const before = [await stored(), await audited()];
    const answer = await save(procedure, { ...GOOD[procedure], [field]: value });
    expect([answer.status, answer.error?.data.fields]).toEqual([400, { [field]: sentence }]);
    expect([await stored(), await audited()]).toEqual(before);
  });
});

test.each(Object.keys(GOOD) as Procedure[])('%s refuses unknown fields', async (procedure) => {
  const before = await stored();
  for (const more of [
    { logoUrl: 'javascript:alert(1)' },
    { email: 'outro@loja.example' },
    { merchantId: merchant.id },
    { isActive: false },
  ]) {
    const answer = await save(procedure, { ...GOOD[procedure], ...more });
    expect([answer.status, answer.error?.message]).toEqual([400, 'Há campos que não são aceitos']);
  }
  expect(await stored()).toEqual(before);
});

test('valid input is stored as shown, once, with an entry for the changes', async () => {
  expect((await save('merchants.saveGeneralSettings', GOOD['merchants.saveGeneralSettings'])).data).toEqual({
    name: 'Padaria do Bairro',
    email: merchant.email,
    phone: '1132104567',
    address: 'Rua das Palmeiras, 120',
    brandColor: '#b3261e',
    logoUrl: null,
    maskContacts: false,
    hideReports: false,
    inactivityMonths: 60,
    approvePurchasesAboveCents: null,
    approveRedemptionsAboveCents: null,
    approveCorrectionsAboveCents: null,
    askPurchasesAboveCents: 200_000,
  });
  const entries = await audited();
  const { address: _, ...withoutAddress } = GOOD['merchants.saveGeneralSettings'];
  expect((await save('merchants.saveGeneralSettings', withoutAddress)).data.address).toBe(
    'Rua das Palmeiras, 120',
  );
  expect(await audited()).toBe(entries);
  const session = await client.query('auth.session', undefined, { cookie: merchant.cookie });
  expect(session.data.merchant).toMatchObject({ name: 'Padaria do Bairro', brandColor: '#b3261e' });

  const marketing = { gtmId: 'GTM-ABC123', metaPixelId: '123456789012345' };
  expect(
    (await save('merchants.saveMarketingSettings', GOOD['merchants.saveMarketingSettings'])).data,
  ).toEqual(marketing);
  const cleared = await save('merchants.saveMarketingSettings', { gtmId: ' ', metaPixelId: null });
  expect(cleared.data).toEqual({ gtmId: null, metaPixelId: null });
  const read = await client.query('merchants.marketingSettings', undefined, { cookie: merchant.cookie });
  expect(read.data).toEqual(cleared.data);
  const { rows } = await fixture.owner.query(
    `SELECT action, details FROM audit_log WHERE merchant_id = $1 AND action LIKE 'merchant.save%' ORDER BY id`,
    [merchant.id],
  );
  expect(rows).toEqual([
    {
      action: 'merchant.save_general_settings',
      details: {
        name_before: merchant.name,
        name_after: 'Padaria do Bairro',
        brand_color_before: null,
        brand_color_after: '#b3261e',
      },
    },
    {
      action: 'merchant.save_marketing_settings',
      details: {
        gtm_id_before: null,
        gtm_id_after: 'GTM-ABC123',
        meta_pixel_id_before: null,
        meta_pixel_id_after: '123456789012345',
      },
    },
    {
      action: 'merchant.save_marketing_settings',
      details: {
        gtm_id_before: 'GTM-ABC123',
        gtm_id_after: null,
        meta_pixel_id_before: '123456789012345',
        meta_pixel_id_after: null,
      },
    },
  ]);
});
