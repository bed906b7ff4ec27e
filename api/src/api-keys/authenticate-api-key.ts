import type { ApiScope } from 'domain/api-keys';
import type { ActingEmployee } from '../acting-employee.ts';
import { Refusal } from '../errors.ts';
import { perAddress, type RateLimiter } from '../lib/rate-limit.ts';
import { sha256 } from '../lib/tokens.ts';
import { API_BAD_KEYS_PER_NETWORK, API_CALLS_PER_KEY } from '../limits/call-limits.ts';
import { limitCalls, limitSubject } from '../limits/limit-calls.ts';
import type { Tenancy } from '../tenant.ts';
import { isApiKeyShaped } from './api-key-text.ts';
import { findApiKeyByHash, findApiKeyCaller, noteApiKeyUse } from './api-keys.sql.ts';

/** The caller behind an API key, with the present rights of the employee it acts for. */
export interface ApiCaller extends ActingEmployee {
  apiKeyId: string;
  scopes: readonly ApiScope[];
  merchantName: string;
}

const NOTED_EVERY_MS = 60_000;

interface Dependencies {
  tenancy: Tenancy;
  limiter: RateLimiter;
}

/**
 * Finds the caller of a key. Runs at each request, so that a revocation, a demotion and a deactivation hold
 * from the next one on. Throws Refusal 'invalid_api_key', the same for an unknown key, a revoked one and
 * none, or 'too_many_requests'.
 */
export async function authenticateApiKey(
  { tenancy, limiter }: Dependencies,
  key: string | undefined,
  ip: string,
): Promise<ApiCaller> {
  const caller = key !== undefined && isApiKeyShaped(key) ? await find(key) : undefined;
  if (caller) return caller;
  await limitCalls(limiter, perAddress(API_BAD_KEYS_PER_NETWORK, ip));
  throw new Refusal('invalid_api_key');

  async function find(shaped: string): Promise<ApiCaller | undefined> {
    const found = await findApiKeyByHash(tenancy, sha256(shaped));
    if (!found) return undefined;
    await limitSubject(limiter, API_CALLS_PER_KEY, found.id);
    return await readCaller(tenancy, found.merchantId, found.id);
  }
}

/**
 * Reads the caller in a transaction of its own, so that the call itself never waits for the update of the
 * key's last use.
 */
async function readCaller(
  tenancy: Tenancy,
  merchantId: string,
  apiKeyId: string,
): Promise<ApiCaller | undefined> {
  const row = await tenancy.withTenant(merchantId, async (tx) => {
    const found = await findApiKeyCaller(tx, apiKeyId);
    const isNoted = found?.lastUsedAt && tx.now.getTime() - found.lastUsedAt.getTime() < NOTED_EVERY_MS;
    if (found && !isNoted) await noteApiKeyUse(tx, apiKeyId, tx.now);
    return found;
  });
  return (
    row && {
      apiKeyId,
      merchantId,
      merchantName: row.merchantName,
      employeeId: row.employeeId,
      scopes: row.scopes,
      isProofFresh: true,
      client: {
        employee: { role: row.role },
        merchant: { timeZone: row.timeZone },
      },
    }
  );
}
