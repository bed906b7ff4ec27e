import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';

export interface TenantPasskey {
  id: string;
  employeeId: string;
  credentialId: Buffer;
}

/** Inserts an employee with a row in every table of second steps and PINs; no caller of the tenant matrix. */
export async function insertFactors(
  owner: pg.Pool,
  merchantId: string,
): Promise<{ canaries: string[]; passkey: TenantPasskey }> {
  const [employeeId, passkeyId, bytes] = [randomUUID(), randomUUID(), randomBytes(32)];
  const email = `com-aplicativo-${employeeId}@loja.example`;
  await owner.query(
    `INSERT INTO employees (merchant_id, id, name, email, role) VALUES ($1, $2, 'Com Aplicativo', $3, 'operator')`,
    [merchantId, employeeId, email],
  );
  await owner.query(
    `WITH app AS (
       INSERT INTO authenticators (merchant_id, employee_id, secret_encrypted, created_at, confirmed_at)
       VALUES ($1, $2, $3, now(), now())
     ), code AS (
       INSERT INTO recovery_codes (merchant_id, employee_id, code_hash, created_at) VALUES ($1, $2, $3, now())
     ), pin AS (
       INSERT INTO employee_pins (merchant_id, employee_id, pin_hash, chosen_at) VALUES ($1, $2, 'no hash', now())
     ), login AS (
       INSERT INTO half_open_logins
         (merchant_id, id, employee_id, token_hash, tries_left, created_at, expires_at)
       VALUES ($1, $4, $2, $3, 5, now(), now() + interval '10 minutes')
     ), passkey AS (
       INSERT INTO passkeys (merchant_id, id, employee_id, credential_id, public_key, counter, transports, name,
         backed_up, created_at)
       VALUES ($1, $5, $2, $3, $3, 0, '{internal}', 'Celular', false, now())
     ), demand AS (
       -- So late that it changes nothing, however far a test moves its clock.
       INSERT INTO factor_demands (merchant_id, role, grace_days, demanded_at)
       VALUES ($1, 'operator', 30, now() + interval '100 years')
     )
     INSERT INTO factor_resets (merchant_id, employee_id, asked_at, due_at)
     VALUES ($1, $2, now(), now() + interval '1 day')`,
    [merchantId, employeeId, bytes, randomUUID(), passkeyId],
  );
  return {
    canaries: [email, employeeId, passkeyId],
    passkey: { id: passkeyId, employeeId, credentialId: bytes },
  };
}
