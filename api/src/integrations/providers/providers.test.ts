import { createHash } from 'node:crypto';
import { DEFAULT_TAGS } from 'domain/integrations';
import { type MailchimpFake, startMailchimpFake } from 'testing/providers/mailchimp';
import { type RdStationFake, startRdStationFake } from 'testing/providers/rd-station';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOutgoing } from '../../lib/outgoing.ts';
import { createCall } from '../call-provider.ts';
import { decimalOf, ProviderFailure, type SyncEvent, type SyncedCustomer } from '../provider.ts';
import { mailchimp } from './mailchimp.ts';
import { rdStation } from './rd-station.ts';

const ACCOUNT = { apiKey: '0123456789abcdef-us21', audienceId: 'a1b2c3', serverPrefix: 'us21' };
const ANA: SyncedCustomer = {
  id: '1',
  phone: '11987654321',
  name: 'Ana Souza',
  email: 'Ana@Example.com',
  formerEmails: [],
  emailConsent: true,
  availableCents: 1_234_567,
  totalSpentCents: 5,
  totalCashbackCents: 1_234_572,
};
const ACTIONS = ['signup', 'purchase', 'redemption', 'consent', 'bulk_sync'] as const;

let mailchimpFake: MailchimpFake;
let rdStationFake: RdStationFake;
let outgoing: ReturnType<typeof createOutgoing>;

beforeAll(async () => {
  mailchimpFake = await startMailchimpFake({ audiences: { a1b2c3: 'Clientes da Padaria' } });
  rdStationFake = await startRdStationFake({ callsPerMinute: 10_000 });
  outgoing = createOutgoing({ exceptions: [], dns: { everyAddress: async () => [] } });
});
afterEach(() => {
  // Every call in this file fits the providers' published contract.
  expect(mailchimpFake.violations.splice(0)).toEqual([]);
  expect(rdStationFake.violations.splice(0)).toEqual([]);
  mailchimpFake.requests.splice(0);
  rdStationFake.requests.splice(0);
});
afterAll(async () => {
  await outgoing.close();
  await Promise.all([mailchimpFake.stop(), rdStationFake.stop()]);
});

const eventOf = (action: SyncEvent['action'], tags: readonly string[] = []): SyncEvent => ({
  action,
  occurredAt: new Date('2026-03-01T12:34:56.789Z'),
  tags,
});
const callOf = (client: typeof mailchimp, account = ACCOUNT) =>
  createCall(outgoing, client, account, {
    mailchimpApi: mailchimpFake.url,
    rdStationApi: rdStationFake.url,
  });
const syncWith = (
  client: typeof mailchimp,
  customer: SyncedCustomer,
  event: SyncEvent,
  { isNewConsent = true } = {},
) => client.syncCustomer(callOf(client), ACCOUNT, customer, event, async () => isNewConsent);
const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const sentTo = (fake: MailchimpFake | RdStationFake) =>
  fake.requests.map(({ method, path, body }) => [`${method} ${path}`, body]);

describe('Mailchimp', () => {
  const member = `/lists/a1b2c3/members/${md5('ana@example.com')}`;

  it('gets a customer under the MD5 of the address in lower case, then the tags', async () => {
    await syncWith(mailchimp, ANA, eventOf('purchase', DEFAULT_TAGS.mailchimp));
    const tags = ['Cashback', 'Cliente', 'Comprou Recentemente', 'Alto Cashback'];
    expect(sentTo(mailchimpFake)).toEqual([
      [
        `PUT ${member}`,
        {
          email_address: 'Ana@Example.com',
          status_if_new: 'subscribed',
          merge_fields: {
            FNAME: 'Ana Souza',
            PHONE: '+5511987654321',
            CASHBACK: '12345.67',
            TOTALSPENT: '0.05',
          },
          tags,
        },
      ],
      [`POST ${member}/tags`, { tags: tags.map((name) => ({ name, status: 'active' })) }],
    ]);
    expect(mailchimpFake.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill(`Bearer ${ACCOUNT.apiKey}`),
    );
  });

  it('subscribes nobody without consent, and leaves what a member chose there', async () => {
    const customer = { ...ANA, email: 'lia@example.com' };
    const statusOfLia = () => mailchimpFake.members().find(({ email }) => email === customer.email)?.status;
    await syncWith(mailchimp, { ...customer, emailConsent: null }, eventOf('purchase'));
    expect(statusOfLia()).toBe('transactional');
    await syncWith(mailchimp, customer, eventOf('purchase'));
    await syncWith(mailchimp, { ...customer, emailConsent: null }, eventOf('purchase'));
    expect(statusOfLia()).toBe('subscribed');
    await mailchimp.endMarketing(callOf(mailchimp), ACCOUNT, customer.email);
    expect(statusOfLia()).toBe('unsubscribed');
  });

  it('is not told of an address that it does not know', async () => {
    await mailchimp.endMarketing(callOf(mailchimp), ACCOUNT, 'unknown@example.com');
    expect(mailchimpFake.members().some(({ email }) => email === 'unknown@example.com')).toBe(false);
  });

  it('holds one member however often it is sent, with the tags of all events', async () => {
    const before = mailchimpFake.members().length;
    const customer = { ...ANA, email: 'bia@example.com' };
    for (const action of ['signup', 'signup', 'purchase'] as const)
      await syncWith(mailchimp, customer, eventOf(action));
    // Repeated, as after a lost answer.
    mailchimpFake.misbehave('cut', { times: 1 });
    await expect(syncWith(mailchimp, customer, eventOf('purchase'))).rejects.toThrow(ProviderFailure);
    await syncWith(mailchimp, customer, eventOf('purchase'));
    expect(mailchimpFake.members()).toHaveLength(before + 1);
    expect(mailchimpFake.members().at(-1)?.tags).toEqual([
      'Novo Cliente',
      'Alto Cashback',
      'Comprou Recentemente',
    ]);
  });

  it('knows a customer without an e-mail or a name by the phone, and gets no tags if there are none', async () => {
    await syncWith(mailchimp, { ...ANA, name: null, email: null, availableCents: 0 }, eventOf('bulk_sync'));
    const email = '11987654321@sem-email.cashback.local';
    expect(sentTo(mailchimpFake)).toMatchObject([
      [
        `PUT /lists/a1b2c3/members/${md5(email)}`,
        { email_address: email, merge_fields: { FNAME: '', CASHBACK: '0.00' }, tags: [] },
      ],
    ]);
  });

  it.each([
    ['signup', 5_001, ['Novo Cliente', 'Alto Cashback']],
    ['signup', 5_000, ['Novo Cliente', 'Médio Cashback']],
    ['purchase', 2_001, ['Comprou Recentemente', 'Médio Cashback']],
    ['purchase', 2_000, ['Comprou Recentemente']],
    ['redemption', 0, ['Resgatou Cashback']],
    ['bulk_sync', 5_001, ['Alto Cashback']],
    ['bulk_sync', 0, []],
  ] as const)('gives the tags of a %s with a balance of %i centavos', (action, availableCents, tags) => {
    const customer = { ...ANA, availableCents, totalSpentCents: 90_000_000 };
    expect(mailchimp.tagsOf(customer, eventOf(action))).toEqual(tags);
    expect(mailchimp.tagsOf(customer, eventOf(action, ['Cliente', 'Cliente']))).toEqual(['Cliente', ...tags]);
  });

  it('says what the audience is called and how many are in it', async () => {
    const contacts = mailchimpFake.members().length;
    expect(await mailchimp.testConnection(callOf(mailchimp), ACCOUNT)).toEqual({
      accountName: 'Clientes da Padaria',
      contacts,
    });
    const other = { ...ACCOUNT, audienceId: 'naoexiste' };
    await expect(mailchimp.testConnection(callOf(mailchimp, other), other)).rejects.toMatchObject({
      message: 'There is no such resource.',
      retryable: false,
    });
    const none = { ...ACCOUNT, audienceId: null };
    await expect(mailchimp.testConnection(callOf(mailchimp), none)).rejects.toMatchObject({
      message: 'Informe o ID da audiência',
      retryable: false,
    });
  });

  it('never subscribes who unsubscribed there, and says so', async () => {
    const customer = { ...ANA, email: 'saiu@example.com' };
    const statusOf = () => mailchimpFake.members().find(({ email }) => email === customer.email)?.status;
    await syncWith(mailchimp, customer, eventOf('signup'));
    mailchimpFake.unsubscribe(customer.email);
    for (const emailConsent of [true, null])
      expect(
        await syncWith(mailchimp, { ...customer, emailConsent }, eventOf('purchase'), {
          isNewConsent: false,
        }),
      ).toBe('unsubscribed');
    expect(statusOf()).toBe('unsubscribed');
  });

  it('asks who unsubscribed in a mail and consents anew to confirm, and subscribes whom we unsubscribed', async () => {
    const customer = { ...ANA, email: 'voltou@example.com' };
    const statusOf = () => mailchimpFake.members().find(({ email }) => email === customer.email)?.status;
    mailchimpFake.unsubscribe(customer.email);
    expect(await syncWith(mailchimp, customer, eventOf('consent'))).toBe('open');
    expect(statusOf()).toBe('pending');
    expect(await syncWith(mailchimp, customer, eventOf('purchase'), { isNewConsent: false })).toBe('open');
    expect(statusOf(), 'asked once').toBe('pending');
    mailchimpFake.confirm(customer.email);
    await mailchimp.endMarketing(callOf(mailchimp), ACCOUNT, customer.email);
    expect(await syncWith(mailchimp, customer, eventOf('consent'))).toBe('open');
    expect(statusOf()).toBe('subscribed');
  });

  it('says why an address is not accepted, and is not asked again', async () => {
    mailchimpFake.refuse('falso@example.com');
    const customer = { ...ANA, email: 'Falso@example.com' };
    await expect(syncWith(mailchimp, customer, eventOf('purchase'))).rejects.toMatchObject({
      message: 'Falso@example.com looks fake or invalid, please enter a real address.',
      retryable: false,
      status: 400,
    });
  });

  it('gets a campaign and its content, and goes on with one that is there already', async () => {
    const create = mailchimp.createCampaign;
    if (!create) throw new Error('there are no campaigns');
    const campaign = {
      subject: 'Natal',
      fromName: 'Padaria',
      replyTo: 'padaria@example.com',
      title: 'Natal 2026',
      html: '<p>Olá &amp; até já</p>',
    };
    const created: string[] = [];
    const onCreated = async (id: string) => void created.push(id);
    const call = callOf(mailchimp);
    const { campaignId } = await create(call, ACCOUNT, campaign, { onCreated });
    expect(created).toEqual([campaignId]);
    const settings = {
      subject_line: 'Natal',
      from_name: 'Padaria',
      reply_to: 'padaria@example.com',
      title: 'Natal 2026',
    };
    const draft = { type: 'regular', recipients: { list_id: 'a1b2c3' }, settings };
    expect(sentTo(mailchimpFake)).toEqual([
      ['POST /campaigns', draft],
      [`PUT /campaigns/${campaignId}/content`, { html: campaign.html }],
    ]);

    expect(await create(call, ACCOUNT, campaign, { campaignId, onCreated })).toEqual({ campaignId });
    expect(created).toEqual([campaignId]);
    expect(mailchimpFake.campaigns()).toHaveLength(1);
  });
});

describe('RD Station', () => {
  const conversions = () => rdStationFake.requests.map(({ body }) => body);

  it('gets a customer by a conversion, and the event by a second one', async () => {
    await syncWith(rdStation, ANA, eventOf('purchase', DEFAULT_TAGS.rd_station));
    const about = { event_type: 'CONVERSION', event_family: 'CDP' };
    expect(rdStationFake.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(2).fill('POST /conversions'),
    );
    expect(conversions()).toEqual([
      {
        ...about,
        payload: {
          conversion_identifier: 'cashback_purchase',
          email: 'Ana@Example.com',
          name: 'Ana Souza',
          mobile_phone: '+5511987654321',
          cf_saldo_cashback: '12345.67',
          cf_total_gasto: '0.05',
          cf_total_cashback: '12345.72',
          tags: ['cashback', 'cliente', 'comprou_recentemente', 'cliente_ativo'],
          legal_bases: [{ category: 'communications', type: 'consent', status: 'granted' }],
        },
      },
      {
        ...about,
        payload: {
          conversion_identifier: 'cashback_evento_purchase',
          email: 'Ana@Example.com',
          cf_evento: 'purchase',
          cf_data_evento: '2026-03-01T12:34:56.789Z',
        },
      },
    ]);
  });

  it.each(ACTIONS)('is told of a %s under one name, always the same', async (action) => {
    const customer = { ...ANA, email: null, name: null };
    await syncWith(rdStation, customer, eventOf(action));
    const isEvent = action === 'purchase' || action === 'redemption';
    expect(conversions()).toMatchObject([
      { payload: { conversion_identifier: `cashback_${action}`, email: rdStation.emailOf(customer) } },
      ...(isEvent
        ? [{ payload: { conversion_identifier: `cashback_evento_${action}`, cf_evento: action } }]
        : []),
    ]);
    // A name unknown here does not replace one that RD Station may know.
    expect(conversions()[0]).not.toHaveProperty('payload.name');
  });

  it.each([
    ['signup', 50_001, ['novo_cliente', 'primeiro_cashback', 'vip', 'alto_valor']],
    ['signup', 50_000, ['novo_cliente', 'primeiro_cashback', 'medio_valor']],
    ['purchase', 20_001, ['comprou_recentemente', 'cliente_ativo', 'medio_valor']],
    ['purchase', 20_000, ['comprou_recentemente', 'cliente_ativo']],
    ['redemption', 0, ['resgatou_cashback', 'cliente_engajado']],
    ['bulk_sync', 50_001, ['vip', 'alto_valor']],
    ['bulk_sync', 0, []],
  ] as const)('gives the tags of a %s with a total of %i centavos', (action, totalSpentCents, tags) => {
    const customer = { ...ANA, totalSpentCents, availableCents: 90_000_000 };
    expect(rdStation.tagsOf(customer, eventOf(action))).toEqual(tags);
    expect(rdStation.tagsOf(customer, eventOf(action, ['vip', 'cliente'])).slice(0, 2)).toEqual([
      'vip',
      'cliente',
    ]);
  });

  it('never grants again what the person declined there, and is told of a consent given anew', async () => {
    const customer = { ...ANA, email: 'rita@example.com' };
    const ofRita = () => rdStationFake.contacts().find(({ email }) => email === customer.email);
    const later = () => syncWith(rdStation, customer, eventOf('bulk_sync'), { isNewConsent: false });
    expect(await later(), 'not known there yet').toBe('open');
    expect(await later()).toBe('open');
    expect(ofRita()?.legalBases).toMatchObject([{ status: 'granted' }]);
    rdStationFake.unsubscribe(customer.email);
    expect(await later()).toBe('unsubscribed');
    expect(ofRita()).toMatchObject({
      legalBases: [{ status: 'declined' }],
      conversions: { cashback_bulk_sync: 2 },
    });
    expect(await syncWith(rdStation, customer, eventOf('consent'))).toBe('open');
    expect(ofRita()?.legalBases).toMatchObject([{ status: 'granted' }]);
  });

  it('says how many contacts there are', async () => {
    const contacts = rdStationFake.contacts().length;
    expect(await rdStation.testConnection(callOf(rdStation), ACCOUNT)).toEqual({
      accountName: null,
      contacts,
    });
    expect(sentTo(rdStationFake)).toEqual([['GET /contacts', undefined]]);
    expect(rdStationFake.requests[0]?.query).toEqual({ page_size: '1' });
  });

  it('finds a contact by the address, and says so where there is none', async () => {
    const find = rdStation.findContact;
    if (!find) throw new Error('there are no contacts');
    const email = "o'ana+1/x?#@example.com";
    await syncWith(rdStation, { ...ANA, email }, eventOf('signup'));
    const call = callOf(rdStation);
    expect(await find(call, ACCOUNT, email)).toEqual({ email, name: 'Ana Souza' });
    await expect(find(call, ACCOUNT, 'ninguem@example.com')).rejects.toMatchObject({
      message: 'Contato não encontrado',
      retryable: false,
      status: 404,
    });
    rdStationFake.misbehave('error500', { times: 1 });
    await expect(find(call, ACCOUNT, email)).rejects.toMatchObject({ status: 500, retryable: true });
  });
});

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [10, '0.10'],
  [100, '1.00'],
  [123_456_789_012, '1234567890.12'],
  [-5, '-0.05'],
])('%i centavos are %s', (cents, text) => expect(decimalOf(cents)).toBe(text));
