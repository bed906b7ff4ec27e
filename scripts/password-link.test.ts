import { insertMerchant } from 'api/test/money-app';
import { useDatabaseFixture } from 'testing/database-fixture';
import { expect, test } from 'vitest';
import { runProgram } from './lib/run-program.ts';

const fixture = useDatabaseFixture();
const run = (...args: string[]) =>
  runProgram('password-link.ts', args, {
    DATABASE_URL: '',
    DATABASE_OWNER_URL: fixture.database.ownerUrl,
    TOKEN_SECRET: 'x'.repeat(32),
    KEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    APP_ORIGIN: 'https://painel.example.com',
  });

test('the command prints a link and ends the one before, both in the audit log; without a login it makes none', async () => {
  const { employeeId } = await insertMerchant(fixture.owner);
  const email = 'dona-sem-senha@loja.example';
  await fixture.owner.query(
    `UPDATE employees SET email = $2, password_hash = '$argon2id$v=19$none' WHERE id = $1`,
    [employeeId, email],
  );
  const links = [await run(email), await run(email.toUpperCase())];
  for (const link of links)
    expect(link).toMatch(/^https:\/\/painel\.example\.com\/set-password#PASSWORD_[\w-]{27}$/);
  expect(new Set(links).size).toBe(2);
  const { rows } = await fixture.owner.query(
    `SELECT kind, expires_at > now() + interval '59 minutes' AS is_open FROM password_links
     WHERE employee_id = $1 ORDER BY id`,
    [employeeId],
  );
  expect(rows).toEqual([
    { kind: 'reset', is_open: false },
    { kind: 'reset', is_open: true },
  ]);
  const audited = await fixture.owner.query(
    `SELECT action, employee_id, details FROM audit_log WHERE entity_id = $1::text`,
    [employeeId],
  );
  const entry = {
    action: 'employee.support_password_link',
    employee_id: null,
    details: { delivery: 'link' },
  };
  expect(audited.rows).toEqual([entry, entry]);
  await expect(run('ninguem@loja.example')).rejects.toThrow(
    'Nobody signs in with the e-mail ninguem@loja.example.',
  );
  await expect(run()).rejects.toThrow('Give the e-mail of one login.');
});
