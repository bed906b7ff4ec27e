import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterEach, describe, expect, it } from 'vitest';
import { createContract } from './contract.ts';
import { MAILCHIMP_ENDPOINTS, MAILCHIMP_PROBLEM } from './contracts/mailchimp.ts';
import { RD_STATION_ENDPOINTS, RD_STATION_ERRORS } from './contracts/rd-station.ts';
import { startMailchimpFake } from './mailchimp.ts';
import type { Misbehavior } from './misbehavior.ts';
import { startRdStationFake } from './rd-station.ts';

const ajv = new Ajv({ allowUnionTypes: true });
addFormats.default(ajv);
const isProblem = ajv.compile(MAILCHIMP_PROBLEM);
const isErrors = ajv.compile(RD_STATION_ERRORS);

const stops: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const MEMBER = 'lists/a1b2/members/b642b4217b34b1e8d3bd915fc65c4452';
const member = {
  email_address: 'test@test.com',
  status: 'subscribed',
  status_if_new: 'subscribed',
  merge_fields: { FNAME: 'Ana' },
  tags: ['Cliente'],
};
const DECLINED = { category: 'communications', type: 'consent', status: 'declined' };
const conversion = (payload: object) => ({
  event_type: 'CONVERSION',
  event_family: 'CDP',
  payload: { conversion_identifier: 'compra', email: 'ana@example.com', ...payload },
});

async function mailchimp(options = {}) {
  const fake = await startMailchimpFake(options);
  stops.push(fake.stop);
  return { fake, send: sender(fake.url.replace('{server}', 'us1')) };
}
async function rdStation(options = {}) {
  const fake = await startRdStationFake(options);
  stops.push(fake.stop);
  return { fake, send: sender(fake.url) };
}
const sender =
  (base: string) =>
  async (method: string, path: string, body?: unknown, key = 'chave') => {
    const response = await fetch(`${base}/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
  };

describe('Mailchimp’s fake', () => {
  it('answers every call of the contract as it is published, and keeps what it was sent', async () => {
    const { fake, send } = await mailchimp();
    const contract = createContract(MAILCHIMP_ENDPOINTS);
    const draft = { type: 'regular', recipients: { list_id: 'a1b2' }, settings: { title: 'Natal' } };
    const answers = [
      await send('GET', 'lists/a1b2'),
      await send('PUT', MEMBER, member),
      await send('PATCH', MEMBER, { status: 'unsubscribed' }),
      await send('POST', `${MEMBER}/tags`, { tags: [{ name: 'VIP', status: 'active' }] }),
      await send('POST', 'campaigns', draft),
    ];
    answers.push(await send('PUT', `campaigns/${answers[4]?.body.id}/content`, { html: '<p>Oi</p>' }));
    expect(fake.members()).toMatchObject([
      { listId: 'a1b2', email: 'test@test.com', status: 'unsubscribed', tags: ['Cliente', 'VIP'] },
    ]);
    answers.push(await send('POST', `${MEMBER}/actions/delete-permanent`));
    for (const [index, endpoint] of MAILCHIMP_ENDPOINTS.entries()) {
      const { status = 0, body } = answers[index] ?? {};
      expect(contract.checkAnswer(endpoint, status, body || undefined), endpoint.path).toEqual([]);
    }
    expect(fake.violations).toEqual([]);
    expect(fake.members()).toEqual([]);
    expect((await send('PUT', MEMBER, member)).body.title).toBe('Forgotten Email Not Subscribed');
    expect(fake.campaigns()).toMatchObject([{ listId: 'a1b2', html: '<p>Oi</p>' }]);
    expect(fake.requests.map(({ method }) => method)).toEqual([
      'GET',
      'PUT',
      'PATCH',
      'POST',
      'POST',
      'PUT',
      'POST',
      'PUT',
    ]);
  });

  it('refuses in problem details: a key, a list, a body, an address that unsubscribed', async () => {
    const { fake, send } = await mailchimp();
    fake.unsubscribe('TEST@test.com');
    const answers = [
      await send('GET', 'lists/a1b2', undefined, 'wrong-key'),
      await send('GET', 'lists/missing1'),
      await send('PUT', MEMBER, { ...member, email_address: 'nada', merge_fields: { cashback: true } }),
      await send('PUT', MEMBER, member),
      await send('PATCH', MEMBER, { status: 'subscribed' }),
      await send('PUT', 'lists/a1b2/members/00000000000000000000000000000000', member),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 400, 400, 400, 400]);
    for (const { headers, body } of answers) {
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(isProblem(body)).toBe(true);
    }
    expect(answers[2]?.body.errors.map(({ field }: { field: string }) => field)).toContain('email_address');
    for (const at of [3, 4]) expect(answers[at]?.body.title).toBe('Member In Compliance State');
    expect(fake.violations.join()).toContain(`PUT /${MEMBER} body/email_address: must match format`);
    expect(fake.members()).toEqual([]);
  });

  it('keeps who unsubscribed in a mail unsubscribed until they confirm, and tells so', async () => {
    const { fake, send } = await mailchimp();
    const { status: _, ...withoutStatus } = member;
    fake.unsubscribe('test@test.com');
    expect((await send('PUT', MEMBER, withoutStatus)).body.status).toBe('unsubscribed');
    expect((await send('PATCH', MEMBER, { status: 'pending' })).body.status).toBe('pending');
    fake.confirm('test@test.com');
    expect((await send('PUT', MEMBER, member)).body.status).toBe('subscribed');
    await send('PATCH', MEMBER, { status: 'unsubscribed' });
    expect((await send('PATCH', MEMBER, { status: 'subscribed' })).status, 'ended by a call').toBe(200);
  });

  it('counts the calls of each key, and refuses the eleventh at once', async () => {
    // So late that all are there at once, however slow the machine.
    const { fake, send } = await mailchimp({ answerAfterMs: 2_000 });
    const others = Array.from({ length: 11 }, () => send('GET', 'lists/a1b2'));
    const statuses = (await Promise.all([...others, send('GET', 'lists/a1b2', undefined, 'outra')])).map(
      ({ status }) => status,
    );
    expect(statuses.at(-1)).toBe(200);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(fake.connections('chave')).toEqual({ now: 0, most: 11 });
    expect(fake.connections()).toEqual({ now: 0, most: 12 });
  });
});

describe('RD Station’s fake', () => {
  it('answers every call of the contract as it is published, and keeps what it was sent', async () => {
    const { fake, send } = await rdStation();
    const contract = createContract(RD_STATION_ENDPOINTS);
    const answers = [
      await send('POST', 'conversions', conversion({ cf_total_gasto: '10.00', tags: ['vip'] })),
      await send('GET', 'contacts?page_size=1'),
      await send('GET', 'contacts/email:ana%40example.com'),
      await send('PATCH', 'contacts/email:ana%40example.com', { legal_bases: [DECLINED] }),
    ];
    await send('POST', 'conversions', conversion({ cf_total_gasto: '20.00', tags: ['novo'] }));
    expect(fake.contacts()).toMatchObject([
      {
        fields: { cf_total_gasto: '20.00' },
        tags: ['vip', 'novo'],
        legalBases: [DECLINED],
        conversions: { compra: 2 },
      },
    ]);
    answers.push(await send('DELETE', 'contacts/email:ana%40example.com'));
    for (const [index, endpoint] of RD_STATION_ENDPOINTS.entries()) {
      const { status = 0, body } = answers[index] ?? {};
      expect(contract.checkAnswer(endpoint, status, body || undefined), endpoint.path).toEqual([]);
    }
    expect(fake.violations).toEqual([]);
    expect(fake.contacts()).toEqual([]);
  });

  it('refuses in its own shapes: a token, an address, a payload, a contact', async () => {
    const { fake, send } = await rdStation();
    fake.refuse('ana@example.com');
    const answers = [
      await send('GET', 'contacts?page_size=1', undefined, 'wrong-token'),
      await send('GET', 'contacts/email:ninguem%40example.com'),
      await send('POST', 'conversions', conversion({ email: 'nada', cf_Total: '1' })),
      await send('POST', 'conversions', conversion({})),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 404, 400, 400]);
    for (const { body } of answers) expect(isErrors(body)).toBe(true);
    expect(fake.contacts()).toEqual([]);
  });

  it('answers one key only as often in a minute as the limit allows', async () => {
    const { fake, send } = await rdStation({ callsPerMinute: 3 });
    const statuses: number[] = [];
    for (let each = 0; each < 4; each++) statuses.push((await send('GET', 'contacts')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await send('GET', 'contacts', undefined, 'outra')).status).toBe(200);
    expect(fake.ratePerMinute('chave')).toEqual({ now: 4, most: 4 });
  });
});

describe('a fake that misbehaves', () => {
  it('does so for the given number of calls, and only for the given key', async () => {
    const { fake, send } = await rdStation();
    fake.misbehave('error500', { times: 2, key: 'chave' });
    const statuses: number[] = [];
    for (const key of ['outra', 'chave', 'chave', 'chave'])
      statuses.push((await send('GET', 'contacts', undefined, key)).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
  });

  it('has carried a call out if it breaks its answer off, and not otherwise', async () => {
    const { fake, send } = await rdStation();
    for (const mode of ['refuse', 'error500', 'busy429', 'forbidden403', 'html200'] as Misbehavior[]) {
      fake.misbehave(mode);
      await send('POST', 'conversions', conversion({})).catch(() => undefined);
    }
    expect(fake.contacts()).toEqual([]);
    fake.misbehave('cut');
    await expect(send('POST', 'conversions', conversion({}))).rejects.toThrow();
    expect(fake.contacts()).toHaveLength(1);
  });
});
