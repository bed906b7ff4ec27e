import { describe, expect, it } from 'vitest';
import {
  audienceId,
  createCampaignInput,
  lastFourOf,
  mailchimpKey,
  rdStationToken,
  saveIntegrationInput,
  serverOfKey,
  serverPrefix,
  syncLogEntryInput,
  syncLogInput,
  testIntegrationInput,
} from './integrations.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const SYNC = { syncOnSignup: true, syncOnPurchase: true, syncOnRedemption: false };
const MAILCHIMP = { provider: 'mailchimp', audienceId: 'a1b2c3d4e5', serverPrefix: 'us21', ...SYNC };

/** Inputs that must not reach a part of a provider's address, a header or a page. */
const HOSTILE = [
  '',
  '   ',
  'us1.evil.com/#',
  'us1@127.0.0.1',
  '../',
  '../../lists',
  'us1/../x',
  'https://evil.example',
  '//evil.example',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  'us1\r\nX-Evil: 1',
  'us1\u0000',
  'us 1',
  'us1%2e',
  'us1?a=b',
  'úš1',
  'us１',
  '169.254.169.254',
];

/** Padded to a length that would be good. */
const long = (text: string) => `${KEY}${text}${KEY}`;

describe('the server prefix', () => {
  it.each(['us1', 'us21', 'eu9'])('may be %s', (prefix) =>
    expect(serverPrefix.parse(` ${prefix} `)).toBe(prefix),
  );
  it.each([...HOSTILE, 'US1', 'us', 'us123', 'usa1', 'u1', '1us', 'us1a', 'us1-', 'us1.', 'us-1'])(
    'may not be %j',
    (prefix) => expect(serverPrefix.safeParse(prefix).success).toBe(false),
  );
});

describe('an audience id', () => {
  it.each(['a1b2c3d4e5', 'ABCD'])('may be %s', (id) => expect(audienceId.parse(id)).toBe(id));
  it.each([...HOSTILE, 'abc', 'x'.repeat(41), 'a1b2-c3d4', 'a1b2_c3d4', 'a1b2/c3d4'])('may not be %j', (id) =>
    expect(audienceId.safeParse(id).success).toBe(false),
  );
});

describe('a key', () => {
  it('of Mailchimp has letters, digits and at most a server', () => {
    for (const key of [KEY, `${KEY}-us21`, ` ${KEY}-us1\n`]) expect(mailchimpKey.parse(key)).toBe(key.trim());
    for (const key of ['curta', 'x'.repeat(129), `${KEY}-us211`, `${KEY}-US1`, `${KEY}-us1-us1`, `${KEY}.x`])
      expect(mailchimpKey.safeParse(key).success, key).toBe(false);
  });

  it('of RD Station is a token in one piece', () => {
    for (const token of [KEY, `${KEY}.${KEY}.${KEY}_-`]) expect(rdStationToken.parse(token)).toBe(token);
    for (const token of ['curto', 'x'.repeat(2049), `${KEY} ${KEY}`, `${KEY}\u0007`, `${KEY}\n${KEY}`])
      expect(rdStationToken.safeParse(token).success, token).toBe(false);
  });

  it.each(HOSTILE.slice(2).filter((text) => /[^A-Za-z0-9.]/.test(text)))(
    'of either may not hold %j',
    (text) => {
      expect(mailchimpKey.safeParse(long(text)).success).toBe(false);
      expect(rdStationToken.safeParse(long(text)).success).toBe(false);
    },
  );

  it('is told by four characters of its secret part, not by the server all keys of an account share', () => {
    expect(lastFourOf(`${KEY}-us21`)).toBe('cdef');
    expect(lastFourOf(KEY)).toBe('cdef');
    expect(lastFourOf(`${KEY}.wxyz`)).toBe('wxyz');
  });

  it('names its server, or none', () => {
    expect(serverOfKey(`${KEY}-us21`)).toBe('us21');
    expect(serverOfKey(KEY)).toBeUndefined();
    expect(serverOfKey(`curta-us21`)).toBeUndefined();
  });
});

describe('what is saved', () => {
  const problemsOf = (input: object) =>
    saveIntegrationInput.safeParse(input).error?.issues.map((issue) => issue.path.join('.'));

  it('may leave the key out', () => {
    expect(problemsOf(MAILCHIMP)).toBeUndefined();
    expect(problemsOf({ provider: 'rd_station', ...SYNC })).toBeUndefined();
  });

  it('has the prefix that the key names, if it names one', () => {
    expect(problemsOf({ ...MAILCHIMP, apiKey: `${KEY}-us21` })).toBeUndefined();
    expect(problemsOf({ ...MAILCHIMP, apiKey: KEY })).toBeUndefined();
    expect(problemsOf({ ...MAILCHIMP, apiKey: `${KEY}-us2` })).toEqual(['serverPrefix']);
  });

  it('is of a provider that is known, and has that provider’s fields only', () => {
    expect(problemsOf({ ...MAILCHIMP, provider: 'sendgrid' })).toEqual(['provider']);
    expect(problemsOf({ ...MAILCHIMP, isActive: true })).toEqual(['']);
    expect(problemsOf({ ...MAILCHIMP, merchantId: KEY })).toEqual(['']);
    expect(problemsOf({ provider: 'rd_station', ...SYNC, audienceId: 'a1b2c3d4e5' })).toEqual(['']);
  });
});

describe('a connection test', () => {
  it('is of what a form holds, its key or none', () => {
    const { audienceId: audience, serverPrefix: prefix } = MAILCHIMP;
    const form = { provider: 'mailchimp', audienceId: audience, serverPrefix: prefix };
    for (const fine of [form, { ...form, apiKey: `${KEY}-us21` }, { provider: 'rd_station' }])
      expect(testIntegrationInput.safeParse(fine).success).toBe(true);
    for (const wrong of [
      { ...form, apiKey: `${KEY}-us2` },
      { ...form, audienceId: '../../' },
      { ...form, serverPrefix: 'us1@127.0.0.1' },
      { provider: 'mailchimp' },
      { provider: 'rd_station', audienceId: audience },
      { provider: 'hubspot' },
    ])
      expect(testIntegrationInput.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  });
});

describe('a campaign', () => {
  const CAMPAIGN = {
    operationId: '0198C0DE-0000-7000-8000-000000000001',
    subject: ' Cashback em dobro ',
    fromName: 'Padaria',
    replyTo: 'Dona@Padaria.example',
    title: 'Março',
    message: '\r\nOlá!\r\n\r\nVenha hoje.\n',
  };

  it('has one line each for what is one line, and lines for its message', () => {
    expect(createCampaignInput.parse(CAMPAIGN)).toEqual({
      operationId: CAMPAIGN.operationId.toLowerCase(),
      subject: 'Cashback em dobro',
      fromName: 'Padaria',
      replyTo: 'dona@padaria.example',
      title: 'Março',
      message: 'Olá!\n\nVenha hoje.',
    });
  });

  it.each([
    ['subject', ''],
    ['subject', 'a\nBcc: b@c.example'],
    ['subject', 'x'.repeat(151)],
    ['fromName', '   '],
    ['replyTo', 'não é email'],
    ['title', undefined],
    ['message', ' \n '],
    ['message', 'nulo\u0000'],
    ['message', 'x'.repeat(20_001)],
  ])('is refused for its %s: %j', (field, value) => {
    const { error } = createCampaignInput.safeParse({ ...CAMPAIGN, [field]: value });
    expect(error?.issues.map(({ path }) => path[0])).toContain(field);
  });
});

describe('the sync log', () => {
  it('is asked for with a filter, an empty one or none', () => {
    for (const fine of [undefined, {}, { provider: 'rd_station', status: 'error', action: 'bulk_sync' }])
      expect(syncLogInput.safeParse(fine).success).toBe(true);
    for (const wrong of [{ provider: 'x' }, { status: 'failed' }, { action: 'all' }, { merchantId: '1' }])
      expect(syncLogInput.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
    for (const id of [0, -1, 1.5, '1']) expect(syncLogEntryInput.safeParse({ id }).success).toBe(false);
  });
});
