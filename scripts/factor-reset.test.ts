import { insertMerchant } from 'api/test/money-app';
import { useDatabaseFixture } from 'testing/database-fixture';
import { expect, test } from 'vitest';
import { runProgram } from './lib/run-program.ts';

const fixture = useDatabaseFixture();
const run = (...args: string[]) =>
  runProgram('factor-reset.ts', args, { DATABASE_URL: '', DATABASE_OWNER_URL: fixture.database.ownerUrl });

test('the command asks, names the addresses, refuses before a day is over, and takes the request back', async () => {
  const { merchantId, employeeId } = await insertMerchant(fixture.owner);
  const email = 'unica-dona@loja.example';
  await fixture.owner.query(
    `UPDATE employees SET email = $2, password_hash = '$argon2id$v=19$none' WHERE id = $1`,
    [employeeId, email],
  );
  await expect(run(email)).rejects.toThrow(`No login with the e-mail ${email} asks for a second step.`);
  await fixture.owner.query(
    `INSERT INTO authenticators (merchant_id, employee_id, secret_encrypted, created_at, confirmed_at)
     VALUES ($1, $2, '\\x00', now(), now())`,
    [merchantId, employeeId],
  );
  expect(await run(email)).toMatch(new RegExp(`^Asked. Mailed to ${email}.*Run this again after 20`));
  await expect(run(email)).rejects.toThrow('Not before 20');
  expect(await run(email, '--cancel')).toBe('Taken back.');
  await expect(run(email, '--cancel')).rejects.toThrow('Nothing was asked for this e-mail.');
  await expect(run()).rejects.toThrow('Give the e-mail of one login.');
});
