import { randomUUID } from 'node:crypto';
import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import pg from 'pg';
import { freshIp } from 'testing/http-client';
import { signUpMerchant } from 'testing/signed-in-merchant';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';
import { createMerchant, type Merchant } from '../tenant-fixture.ts';

let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let merchant: Merchant;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  server = await startInProcessServer(database.appUrl);
  merchant = await createMerchant(server.app, owner);
});

afterAll(async () => {
  await server?.close();
  await owner?.end();
  await database?.drop();
});

describe('the database itself refuses what a page would have to run', () => {
  const REFUSED: Record<string, { constraint: string; values: unknown[] }> = {
    gtm_id: {
      constraint: 'merchants_gtm_shape',
      values: [
        "GTM-X');alert(1)//",
        'GTM-ABC',
        'GTM-abcdef',
        'gtm-ABCDEF',
        ' GTM-ABCDEF',
        'GTM-ABCDEF\n',
        'GTM-ABCDEF\u2028',
        'GTM-ABCDEFGHIJK',
        'UA-12345-1',
        '',
        '<script>',
      ],
    },
    meta_pixel_id: {
      constraint: 'merchants_pixel_shape',
      values: [
        "123456789012345'",
        '12345678901234',
        '12345678901234567',
        '123456789012345\n',
        '１２３４５６７８９０１２３４５',
        '',
      ],
    },
    brand_color: {
      constraint: 'merchants_brand_color_shape',
      values: ['red', '#FFFFFF', '#fff', '#ffffff;background:url(//evil)', 'url(x)'],
    },
    signup_link_slug: {
      constraint: 'merchants_slug_shape',
      values: ['-a', 'a-', 'A', 'a.b', 'a/b', '', 'ã', `${'a'.repeat(64)}`, 'a\n'],
    },
    custom_domain: {
      constraint: 'merchants_domain_shape',
      values: ['Loja.com', 'loja.com/x', 'loja.com:80', 'ló.ja', ''],
    },
    custom_domain_status: { constraint: 'merchants_domain_status', values: ['Verified', 'ok', ''] },
    rate_basis_points: { constraint: 'merchants_rate_range', values: [0, 9, -1, 10_001] },
    earning_min_purchase_cents: {
      constraint: 'merchants_earning_min_purchase_range',
      values: [-1, 1_000_000_001],
    },
  };
  const cases = Object.entries(REFUSED).flatMap(([column, { constraint, values }]) =>
    values.map((value) => ({ column, constraint, value })),
  );

  test.each(cases)('$column = $value', async ({ column, constraint, value }) => {
    const update = owner.query(`UPDATE merchants SET ${column} = $2 WHERE id = $1`, [
      merchant.merchantId,
      value,
    ]);
    await expect(update).rejects.toMatchObject({ code: '23514', constraint });
  });

  test('a role that is not in the list, a hash that is not argon2id, a session id that is not a SHA-256', async () => {
    const { merchantId, employeeId } = merchant.staff.operator;
    const change = (set: string) =>
      owner.query(`UPDATE employees SET ${set} WHERE merchant_id = $1 AND id = $2`, [merchantId, employeeId]);
    await expect(change("role = 'root'")).rejects.toMatchObject({ constraint: 'employees_role_known' });
    await expect(change("password_hash = 'temp_hash'")).rejects.toMatchObject({
      constraint: 'employees_password_argon2',
    });
    await expect(change("email = 'A@b.example'")).rejects.toMatchObject({
      constraint: 'employees_email_lower',
    });
    const insert = owner.query(
      `INSERT INTO sessions (merchant_id, id, employee_id, expires_at) VALUES ($1, $2, $3, now())`,
      [merchantId, 'a'.repeat(43), employeeId],
    );
    await expect(insert).rejects.toMatchObject({ constraint: 'sessions_id_shape' });
  });

  test('two merchants with one verified domain; waiting for it blocks no other', async () => {
    const others = [await createMerchant(server.app, owner), await createMerchant(server.app, owner)];
    const claim = (merchantId: string, status: string) =>
      owner.query('UPDATE merchants SET custom_domain = $2, custom_domain_status = $3 WHERE id = $1', [
        merchantId,
        merchant.customDomain,
        status,
      ]);
    for (const other of others) await claim(other.merchantId, 'waiting');
    await expect(claim(others[0]?.merchantId ?? '', 'verified')).rejects.toMatchObject({ code: '23505' });
  });
});

describe('markup in names', () => {
  const MARKUP = '<img src=x onerror=alert(1)>';

  test('is data and stays data: JSON under a type no browser takes for a page', async () => {
    const merchant = await signUpMerchant(server.client);
    // The state that may have been stored before signup and the settings refused it.
    await owner.query('UPDATE merchants SET name = $2, program_name = $2 WHERE id = $1', [
      merchant.id,
      MARKUP,
    ]);
    const input = { phone: '11987654321', amountCents: 100, operationId: randomUUID() };
    await server.client.call('cashback.issue', input, { cookie: merchant.cookie });
    const answers = [
      await server.client.query('auth.session', undefined, { cookie: merchant.cookie }),
      await server.client.query('customers.signupLink', { slug: merchant.slug }, { ip: freshIp() }),
      await server.client.query(
        'customers.dashboard',
        { phone: input.phone, slug: merchant.slug },
        { ip: freshIp() },
      ),
    ];
    for (const answer of answers) {
      expect(JSON.stringify(answer.data)).toContain(MARKUP);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
    expect(merchant.slug).toMatch(/^[a-z0-9-]+$/);
  });

  test('is refused beside the field where a merchant says what it is called', async () => {
    const merchantName = MARKUP;
    const answer = await server.client.call('merchants.signup', { merchantName }, { ip: freshIp() });
    expect(answer.status).toBe(400);
    expect(answer.error?.data.fields?.merchantName).toBe('Não use os sinais < e >');
  });

  test('of an address is not repeated by what answers it', async () => {
    for (const address of [
      `/trpc/${MARKUP}`,
      `/trpc/auth.session?input=${MARKUP}`,
      `/assets/${MARKUP}.js`,
      `/x${MARKUP}.js`,
    ]) {
      const { text } = await server.ask(encodeURI(address), {
        headers: { host: 'localhost', accept: 'text/plain' },
      });
      expect(text).not.toMatch(/<img|onerror/i);
    }
  });
});
