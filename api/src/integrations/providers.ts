import type { Provider } from 'domain/integrations';
import { type ProviderClient, ProviderFailure } from './provider.ts';
import { mailchimp } from './providers/mailchimp.ts';
import { rdStation } from './providers/rd-station.ts';

const CLIENTS: Record<Provider, ProviderClient> = { mailchimp, rd_station: rdStation };

/** Of a provider's connections these are left to what somebody waits for in front of a screen. */
export const LANES_FOR_REQUESTS = 1;

/** Calls for deliveries to one account under way at once, over all processes. */
export function syncLanes(provider: Provider): number {
  return Math.max(1, providerOf(provider).limits.connections - LANES_FOR_REQUESTS);
}

/** Throws ProviderFailure where the provider is none of ours, whatever the types say: the log shows it. */
export function providerOf(id: Provider): ProviderClient {
  const client = Object.hasOwn(CLIENTS, id) ? CLIENTS[id] : undefined;
  if (!client) throw new ProviderFailure('Provider não suportado', { retryable: false });
  return client;
}
