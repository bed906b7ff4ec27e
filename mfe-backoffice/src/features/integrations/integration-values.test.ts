import { saveIntegrationInput } from 'domain/integrations';
import { expect, it } from 'vitest';
import { type Integration, inputOf, isPrefixOfKey, valuesOf } from './integration-values.ts';

const KEY = '0123456789abcdef0123456789abcdef-us21';
const STORED: Integration = {
  provider: 'mailchimp',
  isStored: true,
  keyLast4: 'cdef',
  audienceId: 'a1b2c3d4e5',
  serverPrefix: 'us21',
  syncOnSignup: true,
  syncOnPurchase: false,
  syncOnRedemption: true,
  isActive: true,
  lastSyncAt: null,
  syncCount: 0,
};

it('sends what is stored as it is, without a key', () => {
  const input = inputOf('mailchimp', valuesOf(STORED));
  expect(input).toEqual({
    provider: 'mailchimp',
    audienceId: 'a1b2c3d4e5',
    serverPrefix: 'us21',
    syncOnSignup: true,
    syncOnPurchase: false,
    syncOnRedemption: true,
  });
  expect(saveIntegrationInput.safeParse(input).success).toBe(true);
});

it('sends a key that was typed, and blanks for none', () => {
  expect(inputOf('mailchimp', { ...valuesOf(STORED), apiKey: KEY })).toMatchObject({ apiKey: KEY });
  expect(inputOf('mailchimp', { ...valuesOf(STORED), apiKey: '  ' })).not.toHaveProperty('apiKey');
});

it('sends RD Station nothing that is Mailchimp’s', () => {
  const values = valuesOf({ ...STORED, provider: 'rd_station', audienceId: null, serverPrefix: null });
  const input = inputOf('rd_station', { ...values, apiKey: 'a'.repeat(32) });
  expect(saveIntegrationInput.parse(input)).toEqual(input);
});

it('asks for the prefix that a typed key names', () => {
  expect(isPrefixOfKey('us21', { apiKey: KEY })).toBe(true);
  expect(isPrefixOfKey('us7', { apiKey: '' })).toBe(true);
  expect(isPrefixOfKey('us7', { apiKey: KEY })).toMatch(/us21/);
  expect(isPrefixOfKey('us1.evil.com', { apiKey: '' })).toMatch(/como us1/);
});
