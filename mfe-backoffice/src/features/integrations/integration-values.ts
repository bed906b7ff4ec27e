import type { ApiInputs, ApiOutputs } from 'api/contract';
import { keyOfAnotherServer, type Provider, saveMailchimpInput, serverOfKey } from 'domain/integrations';
import { validBy } from '../../lib/valid-by.ts';

export type Integration = ApiOutputs['integrations']['list']['integrations'][number];

/** A provider's settings as their form holds them. The key is empty unless a new one is being typed. */
export interface IntegrationValues {
  apiKey: string;
  audienceId: string;
  serverPrefix: string;
  syncOnSignup: boolean;
  syncOnPurchase: boolean;
  syncOnRedemption: boolean;
  /** What becomes of customers without consent to e-mail. */
  withoutConsent: 'skip' | 'send';
}

export function valuesOf(integration: Integration): IntegrationValues {
  return {
    apiKey: '',
    audienceId: integration.audienceId ?? '',
    serverPrefix: integration.serverPrefix ?? '',
    syncOnSignup: integration.syncOnSignup,
    syncOnPurchase: integration.syncOnPurchase,
    syncOnRedemption: integration.syncOnRedemption,
    withoutConsent: integration.sendsWithoutConsent ? 'send' : 'skip',
  };
}

/** The input to save. A key that was not typed is left out, so that the stored one stays. */
export function inputOf(
  provider: Provider,
  { apiKey, audienceId, serverPrefix, withoutConsent, ...flags }: IntegrationValues,
): ApiInputs['integrations']['save'] {
  const typed = apiKey.trim() === '' ? {} : { apiKey };
  const sync = { ...flags, sendsWithoutConsent: withoutConsent === 'send' };
  return provider === 'mailchimp'
    ? { provider, ...typed, audienceId, serverPrefix, ...sync }
    : { provider, ...typed, ...sync };
}

/** The fields that say which account: what a connection test sends. */
export const ACCOUNT_FIELDS: Record<Provider, readonly (keyof IntegrationValues)[]> = {
  mailchimp: ['apiKey', 'audienceId', 'serverPrefix'],
  rd_station: ['apiKey'],
};

/** The test uses the form's values; a key that was not typed is the stored one. */
export function testInputOf(
  provider: Provider,
  { apiKey, audienceId, serverPrefix }: IntegrationValues,
): ApiInputs['integrations']['test'] {
  const typed = apiKey.trim() === '' ? {} : { apiKey };
  return provider === 'mailchimp' ? { provider, ...typed, audienceId, serverPrefix } : { provider, ...typed };
}

/** True when there is an account to test: a key, typed or stored, and at Mailchimp an audience. */
export function isTestable(
  { provider, keyLast4 }: Pick<Integration, 'provider' | 'keyLast4'>,
  { apiKey, audienceId }: Pick<IntegrationValues, 'apiKey' | 'audienceId'>,
  isTypingKey: boolean,
): boolean {
  const hasKey = isTypingKey ? apiKey.trim() !== '' : keyLast4 !== null;
  return hasKey && (provider !== 'mailchimp' || audienceId.trim() !== '');
}

const isPrefix = validBy(saveMailchimpInput.shape.serverPrefix);

/** The prefix has its shape, and is the one that a key typed beside it names. */
export function isPrefixOfKey(prefix: string, { apiKey }: Pick<IntegrationValues, 'apiKey'>): string | true {
  const shape = isPrefix(prefix);
  if (shape !== true) return shape;
  const server = serverOfKey(apiKey);
  return server === undefined || server === prefix.trim() || keyOfAnotherServer(server);
}
