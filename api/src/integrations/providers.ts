import type { Provider } from 'domain/integrations';
import { type ProviderClient, ProviderFailure } from './provider.ts';
import { mailchimp } from './providers/mailchimp.ts';
import { rdStation } from './providers/rd-station.ts';

const CLIENTS: Record<Provider, ProviderClient> = { mailchimp, rd_station: rdStation };

/** Calls of an account that deliveries leave to the requests that staff wait for. */
export const SLOTS_FOR_REQUESTS = 1;

/** Concurrent calls for deliveries to one account, over all processes. */
export function syncSlots(provider: Provider): number {
  return Math.max(1, providerOf(provider).limits.connections - SLOTS_FOR_REQUESTS);
}

/** Throws ProviderFailure for a stored provider that this release does not know; the log shows it. */
export function providerOf(id: Provider): ProviderClient {
  const client = Object.hasOwn(CLIENTS, id) ? CLIENTS[id] : undefined;
  if (!client) throw new ProviderFailure('Provider não suportado', { retryable: false });
  return client;
}
