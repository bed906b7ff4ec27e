import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import { CUSTOMER_CODE_TTL_SECONDS, CUSTOMER_DEVICE_TTL_SECONDS } from 'domain/lifetimes';
import { RETENTION_DAYS } from 'domain/retention';
import pg from 'pg';
import type { RawAnswer } from 'testing/raw-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DOCUMENTS_PER_ADDRESS } from '../limits/call-limits.ts';
import { type InProcessServer, startInProcessServer } from '../test/in-process-server.ts';
import { insertMerchant, setRules } from '../test/money-app.ts';

const EMPLOYEES = 'painel.example.com';
const CUSTOMERS = 'clube.example.net';
let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let merchantId: string;
let slug: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  const env = {
    APP_ORIGIN: `http://${EMPLOYEES}`,
    PUBLIC_ORIGIN: `http://${CUSTOMERS}`,
    TRUST_PROXY: 'loopback',
  };
  server = await startInProcessServer(database.appUrl, { env });
});

afterAll(async () => {
  await server?.close();
  await owner?.end();
  await database?.drop();
});

beforeEach(async () => {
  const staff = await insertMerchant(owner);
  merchantId = staff.merchantId;
  slug = staff.client.merchant.signupLinkSlug;
});

const ask = (path: string, host = CUSTOMERS): Promise<RawAnswer> => server.ask(path, { headers: { host } });

/** A document's text as it is read, without its tags. */
async function read(path: string, host?: string): Promise<string> {
  const answer = await ask(path, host);
  expect([path, answer.status]).toEqual([path, 200]);
  const [, article = ''] = /<main[\s\S]*?>([\s\S]*)<\/main>/.exec(answer.text) ?? [];
  const text = article.replace(/<[^>]+>/g, ' ');
  return text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');
}

test('the regulation states the rules of the settings, with examples', async () => {
  const plain = await read(`/regulamento/${slug}`);
  expect(plain).toContain('Versão 1, desde ');
  expect(plain).toContain('R$ 100,00 em compras dão R$ 5,00');
  expect(plain).toContain('Compra mínima para ganhar: não há');
  expect(plain).not.toContain('Compras abaixo de');
  expect(plain).toContain('Na hora: assim que você abre o código');
  expect(plain).toContain('não vence');
  expect(plain).toContain('Não há saldo mínimo, compra mínima nem limite por compra');
  expect(plain).toContain('Rua A, 1');
  expect(plain).toContain('(11) 3210\u20114567');
  expect(plain).toContain('pode reter os seus resgates até verificar o que houve');

  await setRules(owner, merchantId, {
    rate_basis_points: 725,
    earning_min_purchase_cents: 20_050,
    cashback_available_immediately: false,
    cashback_maturing_days: 1,
    cashback_expires: true,
    cashback_expiration_days: 3_650,
    redemption_max_share_basis_points: 5_000,
    redemption_min_purchase_cents: 3_000,
    redemption_min_balance_cents: 123_456_789,
  });
  const all = await read(`/regulamento/${slug}`);
  expect(all).toContain('R$ 200,50 em compras dão R$ 14,54.');
  expect(all).toContain('A cada compra de R$ 200,50 ou mais em que você informa o seu telefone');
  expect(all).toContain('Compras abaixo de R$ 200,50 são registradas, mas não rendem cashback.');
  expect(all).toContain('Compra mínima para ganhar: R$ 200,50');
  expect(all).toContain('1 dia depois que você abre o código');
  expect(all).toContain('vale por 3.650 dias');
  expect(all).toContain('no máximo 50% da compra: numa compra de R$ 200,50, até R$ 100,25');
  expect(all).toContain('Só em compras de R$ 30,00 ou mais');
  expect(all).toContain('R$ 1.234.567,89 ou mais');
});

test('each version keeps its address and its rules, and tells what it changed', async () => {
  await setRules(owner, merchantId, { rate_basis_points: 700, cashback_expires: true });
  const now = await read(`/regulamento/${slug}`);
  expect(now).toContain('Versão 2 (esta página)');
  expect(now).toContain(
    'Percentual: 7% do valor da compra (antes: 5% do valor da compra); Validade: 180 dias (antes: não vence).',
  );
  expect(now).not.toContain('já foi substituída');
  expect(await read(`/regulamento/${slug}?versao=2`)).toContain('Versão 2 (esta página)');

  const first = await read(`/regulamento/${slug}?versao=1`);
  expect(first).toContain('Esta versão já foi substituída.');
  expect(first).toContain('Os números são os desta versão; a redação é a de hoje.');
  expect(first).toContain('R$ 100,00 em compras dão R$ 5,00');
  expect((await ask(`/regulamento/${slug}?versao=1`)).text).toContain(`href="/regulamento/${slug}"`);
});

test('the proof that a redemption needs is the version’s own', async () => {
  const none = await read(`/regulamento/${slug}`);
  expect(none).toContain('Prova no resgate: não há');
  expect(none).not.toContain('prova de que é você');
  await setRules(owner, merchantId, { redemption_proof: 'above', redemption_proof_above_cents: 12_345_678 });
  await setRules(owner, merchantId, { redemption_proof: 'always', redemption_proof_above_cents: null });
  const now = await read(`/regulamento/${slug}`);
  expect(now).toContain('Prova no resgate: em todo resgate (antes: em resgates acima de R$ 123.456,78)');
  expect(now).toContain('A loja pede em todo resgate uma prova de que é você');
  const second = await read(`/regulamento/${slug}?versao=2`);
  expect(second).toContain('A loja pede em resgates acima de R$ 123.456,78 uma prova de que é você');
  expect(await read(`/regulamento/${slug}?versao=1`)).not.toContain('prova de que é você');
});

test('the months after which a credit without movement is given up are a rule of the version', async () => {
  await setRules(owner, merchantId, { inactivity_months: 24 });
  const now = await read(`/regulamento/${slug}`);
  expect(now).toContain(
    'Sem movimento: o saldo é cancelado depois de 24 meses (antes: o saldo é cancelado depois',
  );
  expect(now).toContain('não vence. Só 24 meses sem movimento o cancelam');
  expect(now).toContain('Depois de 24 meses sem compra, resgate ou correção');
  expect(await read(`/regulamento/${slug}?versao=1`)).toContain('Depois de 60 meses sem compra');
});

test.each(['0', '3', '-1', '1.0', '01', 'x', '', '99999999999', '1&versao=2'])(
  'a version %j that there is not is not found',
  async (version) => {
    expect((await ask(`/regulamento/${slug}?versao=${version}`)).status).toBe(404);
  },
);

test('what the merchant typed is text', async () => {
  const hostile = '<script>x</script> **a** | [b](javascript:c) {{telefone}}';
  await owner.query('UPDATE merchants SET name = $2, address = $2, program_name = $2 WHERE id = $1', [
    merchantId,
    hostile,
  ]);
  for (const path of [`/regulamento/${slug}`, `/privacidade/${slug}`]) {
    const { text } = await ask(path);
    expect(text).not.toMatch(/<script|href="javascript|<strong>a</);
    expect(await read(path)).toContain(
      '&lt;script&gt;x&lt;/script&gt; **a** | [b](javascript:c) {{telefone}}',
    );
  }
});

test('the privacy notice names the receivers that the merchant uses, and no other', async () => {
  const none = await read(`/privacidade/${slug}`);
  for (const receiver of [
    'Mailchimp',
    'RD Station',
    'Outros sistemas',
    'Programas da loja',
    'Google',
    'Meta',
  ])
    expect(none).not.toContain(receiver);

  await owner.query(
    "UPDATE merchants SET gtm_id = 'GTM-ABC123', meta_pixel_id = '123456789012345', mask_contacts = true WHERE id = $1",
    [merchantId],
  );
  await owner.query(
    `INSERT INTO integration_configs (merchant_id, id, provider, is_active, api_key_encrypted, api_key_last4,
       audience_id, server_prefix)
     VALUES ($1, gen_random_uuid(), 'mailchimp', true, 'x', '1234', 'a', 'us1'),
       ($1, gen_random_uuid(), 'rd_station', false, 'x', '1234', NULL, NULL)`,
    [merchantId],
  );
  await owner.query(
    "INSERT INTO webhook_endpoints (merchant_id, id, url, events) VALUES ($1, gen_random_uuid(), 'https://a.example', '{cashback.issued}')",
    [merchantId],
  );
  const some = await read(`/privacidade/${slug}`);
  expect(some).toContain('Mailchimp , que envia emails');
  expect(some).not.toContain('RD Station');
  expect(some).toContain('Outros sistemas da loja');
  expect(some).toContain('Google Tag Manager e Meta (Facebook e Instagram) , somente se você aceitar');
  expect(some).toContain('com uma parte oculta');
});

/** How the notice names each kind that concerns customers; null: it holds nothing of theirs. */
const KINDS_IN_NOTICE: Record<keyof typeof RETENTION_DAYS, string | null> = {
  email_links: null,
  half_open_logins: null,
  customer_codes: `Códigos por email: ${CUSTOMER_CODE_TTL_SECONDS / 60} minutos`,
  customer_devices: `Aparelhos conhecidos: até ${CUSTOMER_DEVICE_TTL_SECONDS / 86_400} dias`,
  approvals: 'Pedidos de aprovação',
  // What an employee typed, not what the product knows of customers.
  provider_requests: null,
  sessions: null,
  password_links: null,
  security_notices: null,
  idempotency_keys: 'não valha duas vezes',
  delivery_payloads: 'enviado a outros sistemas da loja',
  integration_sync_log: 'a serviços de email',
  confirmation_traces: 'código do tipo de aparelho',
  employee_devices: null,
  audit_addresses: 'endereço de internet deles',
  audit_details: 'os detalhes',
  alerts: 'Alertas de possível fraude',
  data_requests: 'Pedidos sobre dados: cinco anos',
};

test('the privacy notice says how long each trace is kept, and who sends the mails', async () => {
  const notice = await read(`/privacidade/${slug}`);
  for (const [kind, days] of Object.entries(RETENTION_DAYS)) {
    const what = KINDS_IN_NOTICE[kind as keyof typeof RETENTION_DAYS];
    if (what === null) continue;
    const named = /\d|anos/.test(what) ? what : `${what}(?: por|:|,) ${days} dias?\\b`;
    expect(notice, kind).toMatch(new RegExp(named));
  }
  expect(RETENTION_DAYS.data_requests, 'five years').toBe(1_826);
  for (const part of [
    'hábito de compra',
    'O servidor de email',
    'as empresas que a ajudam.',
    'Cópias de segurança',
  ])
    expect(notice).toContain(part);
  expect(notice).toContain('apaga o cadastro que ficou sem movimento');
  expect(notice).toContain('Reter resgates é sempre decisão de uma pessoa da loja');
  expect(notice).toContain('(LGPD, art. 20)');
});

test('on a merchant’s host only its own documents exist, and none of an unknown or inactive merchant anywhere', async () => {
  const other = await insertMerchant(owner);
  const otherSlug = other.client.merchant.signupLinkSlug;
  for (const document of ['regulamento', 'privacidade']) {
    const own = `${slug}.${CUSTOMERS}`;
    expect((await ask(`/${document}/${slug}`, own)).status).toBe(200);
    expect((await ask(`/${document}/${slug.toUpperCase()}`)).status).toBe(200);
    const foreign = await ask(`/${document}/${otherSlug}`, own);
    const unknown = await ask(`/${document}/ninguem`, own);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.text).toBe(unknown.text);
    expect((await ask(`/${document}/ninguem`)).status).toBe(404);
    expect((await ask(`/${document}/${encodeURIComponent('a\u0000b')}`)).status).toBe(404);
  }
  await owner.query('UPDATE merchants SET is_active = false WHERE id = $1', [merchantId]);
  expect((await ask(`/regulamento/${slug}`)).status).toBe(404);
});

test('the employees’ origin leads to the customers’, and a former address keeps working', async () => {
  const answer = await ask(`/regulamento/${slug}?versao=1`, EMPLOYEES);
  expect([answer.status, answer.headers.location]).toEqual([
    302,
    `http://${CUSTOMERS}/regulamento/${slug}?versao=1`,
  ]);
  await owner.query('UPDATE merchants SET signup_link_slug = $2 WHERE id = $1', [
    merchantId,
    `nova-${slug.slice(0, 20)}`,
  ]);
  expect(await read(`/regulamento/${slug}`)).toContain('Regulamento do programa');
});

test('a document runs no script, and HEAD finds it', async () => {
  const answer = await ask(`/regulamento/${slug}`);
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
  expect(answer.text).not.toContain('<script');
  const head = await server.ask(`/regulamento/${slug}`, { method: 'HEAD', headers: { host: CUSTOMERS } });
  expect(head.status).toBe(200);
});

test.each(['regulamento', 'privacidade'])('an unchanged %s is not sent again', async (document) => {
  const path = `/${document}/${slug}`;
  const first = await ask(path);
  const again = (encoding: string) =>
    server.ask(path, {
      headers: { host: CUSTOMERS, 'if-none-match': String(first.headers.etag), 'accept-encoding': encoding },
    });
  expect(first.headers['cache-control']).toBe('no-cache');
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await again(encoding);
    expect([answer.status, answer.text]).toEqual([304, '']);
  }
  await owner.query("UPDATE merchants SET name = 'Outro nome' WHERE id = $1", [merchantId]);
  expect((await again('identity')).status).toBe(200);
});

test('one address reads so many documents a minute, of all merchants together', async () => {
  const from = (address: string, path: string) =>
    server.ask(path, { headers: { host: CUSTOMERS, 'x-forwarded-for': address } });
  const paths = [`/regulamento/${slug}`, `/privacidade/${slug}`, '/regulamento/ninguem'];
  for (let call = 0; call < DOCUMENTS_PER_ADDRESS.limit; call += 1)
    expect((await from('203.0.113.7', paths[call % paths.length] ?? '')).status).not.toBe(429);
  const refused = await Promise.all(paths.map((path) => from('203.0.113.7', path)));
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await from('203.0.114.7', paths[0] ?? '')).status).toBe(200);
});
