import type { Provider } from 'domain/integrations';

/** The one place in which a merchant's secret opens: its table and what it is there. The merchant is added by whoever seals. */
export type SecretPlace = readonly [table: string, ...what: string[]];

export const providerKeyPlace = (provider: Provider): SecretPlace => [
  'integration_configs',
  provider,
  'api_key',
];

/** A key that was typed for one request and is not saved. */
export const requestKeyPlace = (requestId: string): SecretPlace => [
  'provider_requests',
  requestId,
  'api_key',
];

export const webhookSecretPlace = (version: number): SecretPlace => [
  'webhook_secrets',
  String(version),
  'secret',
];
