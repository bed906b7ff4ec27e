import { type MailchimpFake, startMailchimpFake } from 'testing/providers/mailchimp';
import { type RdStationFake, startRdStationFake } from 'testing/providers/rd-station';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOutgoing, type Outgoing, type OutgoingAnswer, OutgoingFailure } from '../lib/outgoing.ts';
import { createCall } from './call-provider.ts';
import { type ProviderAccount, type ProviderClient, ProviderFailure } from './provider.ts';
import { providerOf } from './providers.ts';

const KEY = 'canario0123456789abcdef';
const ACCOUNT: ProviderAccount = { apiKey: KEY, audienceId: 'a1b2c3', serverPrefix: 'us21' };
const CUSTOMER = {
  id: '1',
  phone: '11987654321',
  name: 'Ana',
  email: 'ana@example.com',
  formerEmails: [],
  emailConsent: true,
  availableCents: 0,
  totalSpentCents: 0,
  totalCashbackCents: 0,
};
const EVENT = {
  action: 'purchase',
  occurredAt: new Date('2026-03-01T12:00:00Z'),
  tags: ['Cliente'],
} as const;
const ADDRESSES = {
  mailchimpApi: 'https://{server}.api.mailchimp.com/3.0',
  rdStationApi: 'https://api.rd.services/platform',
};

const noDns = { everyAddress: async () => [] };
let mailchimp: MailchimpFake;
let rdStation: RdStationFake;
let outgoing: ReturnType<typeof createOutgoing>;
let impatient: ReturnType<typeof createOutgoing>;

beforeAll(async () => {
  mailchimp = await startMailchimpFake();
  rdStation = await startRdStationFake({ callsPerMinute: 10_000 });
  outgoing = createOutgoing({ exceptions: [], dns: noDns });
  impatient = createOutgoing({ exceptions: [], dns: noDns, timeLimitMs: 200 });
});
afterEach(() => {
  for (const fake of [mailchimp, rdStation]) {
    fake.misbehave(undefined);
    fake.requests.splice(0);
  }
});
afterAll(async () => {
  await Promise.all([outgoing.close(), impatient.close()]);
  await Promise.all([mailchimp.stop(), rdStation.stop()]);
});

const fakeOf = (id: string) => (id === 'mailchimp' ? mailchimp : rdStation);
const addresses = () => ({ mailchimpApi: mailchimp.url, rdStationApi: rdStation.url });

/** The failure of a call. Asserts that the key is nowhere in it. */
async function failureOf(calling: Promise<unknown>): Promise<ProviderFailure> {
  const failure = await calling.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof ProviderFailure)) throw new Error(`no ProviderFailure but ${failure}`);
  const { message, cause, stack } = failure;
  expect(`${message} ${stack} ${cause} ${(cause as Error | undefined)?.stack}`).not.toContain(KEY);
  return failure;
}

const sync = (client: ProviderClient, through: Outgoing = outgoing, account = ACCOUNT) =>
  client.syncCustomer(
    createCall(through, client, account, addresses()),
    account,
    CUSTOMER,
    EVENT,
    async () => true,
  );

/** The log's message for each failure of a provider, whether it is retried, and the status. */
const MISBEHAVIORS = [
  ['refuse', /^A resposta do .+ foi interrompida\.$/, true, null],
  ['hang', /^O .+ não respondeu a tempo\.$/, true, null],
  ['cut', /^A resposta do .+ foi interrompida\.$/, true, null],
  ['error500', /^An error of ours; try again\.$/, true, 500],
  ['busy429', /^(This account has too many|The limit of this minute)/, true, 429],
  ['forbidden403', /^A resposta do .+ não é a esperada \(403\)\.$/, true, 403],
  ['html200', /^A resposta do .+ não é a esperada \(200\)\.$/, true, 200],
] as const;

describe.each(['mailchimp', 'rd_station'] as const)('%s', (id) => {
  const client = providerOf(id);

  it.each(MISBEHAVIORS)('that misbehaves (%s) is a failure to try again', async (mode, words, ...rest) => {
    const [retryable, status] = rest;
    fakeOf(id).misbehave(mode);
    const failure = await failureOf(sync(client, mode === 'hang' ? impatient : outgoing));
    expect(failure.message).toMatch(words);
    expect([failure.retryable, failure.status]).toEqual([retryable, status]);
    // The cause tells whether the call may have been carried out.
    expect(failure.cause instanceof OutgoingFailure).toBe(status === null);
  });

  it('that does not accept the key is a failure for good, in the provider’s words', async () => {
    const failure = await failureOf(sync(client, outgoing, { ...ACCOUNT, apiKey: 'wrong-key-0123456789' }));
    expect([failure.retryable, failure.status]).toEqual([false, 401]);
    expect(failure.message).toMatch(/^This (key|token) opens no account/);
  });

  it('that asks for a later call is obeyed, up to an hour', async () => {
    fakeOf(id).misbehave('busy429', { retryAfterSeconds: 17 });
    expect((await failureOf(sync(client))).retryAfterSeconds).toBe(17);
    fakeOf(id).misbehave('busy429', { retryAfterSeconds: 1_000_000 });
    expect((await failureOf(sync(client))).retryAfterSeconds).toBe(3_600);
    fakeOf(id).misbehave('busy429');
    expect((await failureOf(sync(client))).retryAfterSeconds).toBeUndefined();
  });

  it('that is not there is a retryable failure, known to have had no effect', async () => {
    const nowhere = {
      mailchimpApi: 'http://127.0.0.1:1/{server}/3.0',
      rdStationApi: 'http://127.0.0.1:1/platform',
    };
    const failure = await failureOf(
      client.testConnection(createCall(outgoing, client, ACCOUNT, nowhere), ACCOUNT),
    );
    expect(failure.message).toBe(`Não foi possível conectar ao ${client.name}.`);
    expect([failure.retryable, (failure.cause as OutgoingFailure).kind]).toEqual([true, 'refused']);
  });
});

const answered = (answer: Partial<OutgoingAnswer>): Outgoing => {
  const json = 'application/json; charset=utf-8';
  return async () => ({
    status: 200,
    contentType: json,
    retryAfterSeconds: undefined,
    text: '{}',
    ...answer,
  });
};
const testOf = (through: Outgoing, id: 'mailchimp' | 'rd_station' = 'rd_station') => {
  const client = providerOf(id);
  return failureOf(client.testConnection(createCall(through, client, ACCOUNT, ADDRESSES), ACCOUNT));
};

describe('what a failure says', () => {
  it.each([
    ['too_large', 'A resposta do RD Station é grande demais.', true],
    ['redirected', 'O RD Station respondeu com um redirecionamento, que não é seguido.', true],
    ['wrong_host', 'A configuração não leva ao endereço do RD Station. Salve-a novamente.', false],
  ] as const)('for %s', async (kind, message, retryable) => {
    const failure = await testOf(async () => Promise.reject(new OutgoingFailure(kind)));
    expect([failure.message, failure.retryable]).toEqual([message, retryable]);
  });

  it.each([
    [{ errors: { error_type: 'X', error_message: 'flat' } }, 'flat'],
    [
      { errors: [{ error_type: 'X', error_message: 'listed', path: '$.payload.email' }] },
      'listed ($.payload.email)',
    ],
    [{ errors: { name: [{ error_type: 'X', error_message: 'by field' }] } }, 'by field (name)'],
    [[{ error_type: 'X', error_message: 'bare' }], 'bare'],
    [{ message: 'gateway' }, 'gateway'],
    [{ algo: 1 }, 'O RD Station respondeu com um erro (400).'],
  ])('is what RD Station says in %j', async (json, message) => {
    const failure = await testOf(answered({ status: 400, text: JSON.stringify(json) }));
    expect([failure.message, failure.retryable, failure.status]).toEqual([message, false, 400]);
  });

  it.each([
    [{ title: 'T', detail: 'D' }, 'D'],
    [{ title: 'T' }, 'T'],
    [{ detail: 'D', errors: [{ field: 'FNAME', message: 'M' }, { message: 'N' }] }, 'D FNAME: M'],
    [{}, 'O Mailchimp respondeu com um erro (400).'],
  ])('is what Mailchimp says in %j', async (json, message) => {
    const contentType = 'application/problem+json; charset=utf-8';
    const failure = await testOf(
      answered({ status: 400, contentType, text: JSON.stringify(json) }),
      'mailchimp',
    );
    expect([failure.message, failure.retryable]).toEqual([message, false]);
  });

  it('is one line of at most 300 characters, and repeats no key and no body', async () => {
    const long = `key ${KEY}\n\u0000\u202Erefused ${'x'.repeat(400)}`;
    const text = JSON.stringify({ errors: { error_message: long } });
    const { message } = await testOf(answered({ status: 400, text }));
    expect(message).toMatch(/^key … refused x+…$/);
    expect(message).toHaveLength(300);
    for (const status of [403, 404, 429, 500, 502]) {
      const failure = await testOf(answered({ status, contentType: 'text/html', text: '<html>segredo' }));
      expect(failure.message).not.toContain('segredo');
      expect([failure.retryable, failure.status]).toEqual([true, status]);
    }
  });

  it.each([
    { text: '{"total":' },
    { text: '' },
    { text: '{"total":"3"}' },
    { text: 'null' },
    { text: '{"total":3}', contentType: 'text/html' },
    { text: '{"total":3}', contentType: '' },
  ])('of an answer that is not what the contract says: %j', async (answer) => {
    const failure = await testOf(answered(answer));
    expect(failure.message).toBe('A resposta do RD Station não é a esperada (200).');
    expect(failure.retryable).toBe(true);
  });
});

describe('whatever is stored of an account', () => {
  const client = providerOf('mailchimp');
  const PREFIXES = [
    'us1.evil.com/#',
    'us1.evil.com/',
    'us1.evil.com?',
    'us1.evil.com\\',
    'us1@127.0.0.1',
    'us1:senha@127.0.0.1:80/',
    '127.0.0.1:8080/',
    '../',
    '..',
    '',
    'US1',
    'us1%2e',
    'us1\r\nX-Evil: 1',
    'us 1',
    'úš1',
    'us1 ',
    '$&$&',
  ];
  const AUDIENCES = [
    '../../',
    '..',
    '.',
    '%2e%2e',
    'a/../../b',
    '?x=1',
    '#',
    'a b',
    'https://evil.example',
    'ü',
  ];
  const hostsOf: string[] = [];
  const watching: Outgoing = async ({ url }) => {
    hostsOf.push(`${url.host}${url.pathname}${url.search}`);
    throw new OutgoingFailure('refused');
  };
  const attempt = (account: ProviderAccount, mailchimpApi: string) => {
    const call = createCall(watching, client, account, { ...ADDRESSES, mailchimpApi });
    return failureOf(client.testConnection(call, account));
  };

  it.each(PREFIXES)('a call with the prefix %j is not made', async (serverPrefix) => {
    hostsOf.splice(0);
    for (const api of [ADDRESSES.mailchimpApi, 'http://127.0.0.1:4010/{server}/3.0']) {
      const failure = await attempt({ ...ACCOUNT, serverPrefix }, api);
      expect(failure.message).toBe('A configuração não leva ao endereço do Mailchimp. Salve-a novamente.');
      expect(failure.retryable).toBe(false);
    }
    expect(hostsOf).toEqual([]);
  });

  it.each(AUDIENCES)(
    'a call with the audience %j leaves neither the host nor the lists',
    async (audienceId) => {
      hostsOf.splice(0);
      await attempt({ ...ACCOUNT, audienceId }, ADDRESSES.mailchimpApi);
      for (const place of hostsOf) expect(place).toMatch(/^us21\.api\.mailchimp\.com\/3\.0\/lists\/[^/?#]+$/);
    },
  );

  it('a key that cannot be a header is sent nowhere', async () => {
    const account = { ...ACCOUNT, apiKey: `${KEY}\r\nX-Evil: 1` };
    const call = createCall(outgoing, client, account, addresses());
    const error = await client.testConnection(call, account).catch((reason: unknown) => reason as Error);
    expect(error).toBeInstanceOf(Error);
    expect(String((error as Error).stack)).not.toContain(KEY);
    expect(mailchimp.requests).toEqual([]);
  });
});

describe('another provider', () => {
  it('is one object: its address, its calls, its data', async () => {
    const toy: ProviderClient = {
      id: 'mailchimp',
      name: 'Brinquedo',
      limits: { connections: 1, callsPerMinute: 60 },
      baseUrl: () => new URL('https://brinquedo.example/v1'),
      authorization: ({ apiKey }) => ({ 'x-api-key': apiKey }),
      errorText: (json) => (json as { erro?: string }).erro,
      emailOf: ({ email }) => email ?? '',
      tagsOf: (_customer, { tags }) => tags,
      async syncCustomer(call, _account, { name }) {
        await call({ method: 'POST', path: 'pessoas', body: { name } });
        return 'open';
      },
      async endMarketing() {},
      eraseContact: async () => true,
      testConnection: async () => ({ accountName: null, contacts: 0 }),
    };
    const sent: unknown[] = [];
    const recording: Outgoing = async (request) => {
      sent.push({ ...request, url: request.url.href });
      return {
        status: 422,
        contentType: 'application/json',
        retryAfterSeconds: undefined,
        text: '{"erro":"não"}',
      };
    };
    const failure = await failureOf(sync(toy, recording));
    expect(sent).toEqual([
      {
        url: 'https://brinquedo.example/v1/pessoas',
        host: 'brinquedo.example',
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json', 'x-api-key': KEY },
        body: '{"name":"Ana"}',
      },
    ]);
    expect([failure.message, failure.retryable, failure.status]).toEqual(['não', false, 422]);
  });

  it('that nobody knows is not supported', async () => {
    for (const id of ['sendgrid', 'toString', '__proto__']) {
      const failure = await failureOf((async () => providerOf(id as 'mailchimp'))());
      expect([failure.message, failure.retryable]).toEqual(['Provider não suportado', false]);
    }
  });
});
