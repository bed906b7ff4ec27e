import type { Provider } from 'domain/integrations';

/**
 * The one place in which a merchant's secret opens: its table and its part there. The code that seals adds
 * the merchant.
 */
export type SecretBinding = readonly [table: string, ...what: string[]];

export const providerKeyBinding = (provider: Provider): SecretBinding => [
  'integration_configs',
  provider,
  'api_key',
];

/** A key that was typed for one request and is not saved. */
export const requestKeyBinding = (requestId: string): SecretBinding => [
  'provider_requests',
  requestId,
  'api_key',
];

export const webhookSecretBinding = (version: number): SecretBinding => [
  'webhook_secrets',
  String(version),
  'secret',
];

/** The secret that an employee's authenticator app shares. */
export const authenticatorBinding = (employeeId: string): SecretBinding => [
  'authenticators',
  employeeId,
  'secret',
];
