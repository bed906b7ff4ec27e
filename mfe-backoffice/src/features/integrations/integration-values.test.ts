import { saveIntegrationInput, testIntegrationInput } from 'domain/integrations';
import { expect, it } from 'vitest';
import {
  type Integration,
  inputOf,
  isPrefixOfKey,
  isTestable,
  testInputOf,
  valuesOf,
} from './integration-values.ts';

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
  sendsWithoutConsent: true,
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
    sendsWithoutConsent: true,
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

it('tests the account as the form has it, with the stored key where none was typed', () => {
  const stored = testInputOf('mailchimp', valuesOf(STORED));
  expect(stored).toEqual({ provider: 'mailchimp', audienceId: 'a1b2c3d4e5', serverPrefix: 'us21' });
  expect(testIntegrationInput.parse(stored)).toEqual(stored);
  expect(testInputOf('rd_station', { ...valuesOf(STORED), apiKey: 'a'.repeat(32) })).toEqual({
    provider: 'rd_station',
    apiKey: 'a'.repeat(32),
  });
});

it('offers a test only of what has a key, typed or stored, and at Mailchimp an audience', () => {
  const [typed, blank] = [
    { apiKey: KEY, audienceId: 'a1b2c3d4e5' },
    { apiKey: ' ', audienceId: 'a1b2c3d4e5' },
  ];
  const fresh = { provider: 'mailchimp', keyLast4: null } as const;
  expect(isTestable(fresh, typed, true)).toBe(true);
  expect(isTestable(fresh, blank, true)).toBe(false);
  expect(isTestable(fresh, { ...typed, audienceId: ' ' }, true)).toBe(false);
  expect(isTestable(STORED, blank, false)).toBe(true);
  expect(isTestable(STORED, blank, true)).toBe(false);
  expect(isTestable({ provider: 'rd_station', keyLast4: null }, { ...typed, audienceId: '' }, true)).toBe(
    true,
  );
  expect(isTestable({ provider: 'rd_station', keyLast4: null }, blank, true)).toBe(false);
});
