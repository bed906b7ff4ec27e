import { randomBytes } from 'node:crypto';
import { createApiKey } from '../api-keys/create-api-key.ts';
import type { App } from '../context.ts';
import type { StaffSession } from '../staff-session.ts';

/** A key of the merchant's, which every scope is open to. */
export async function insertApiKey(
  app: App,
  boss: StaffSession,
): Promise<{ id: string; canaries: string[] }> {
  const request = { ip: '127.0.0.1', userAgent: 'tenant-fixture' };
  const name = `Caixa ${randomBytes(6).toString('hex')}`;
  const made = await createApiKey(app, boss, request, {
    name,
    scopes: ['cashback.issue', 'customers.read', 'redemptions.create', 'operations.reverse'],
  });
  return { id: made.id, canaries: [name, made.id, made.key, made.prefix] };
}
