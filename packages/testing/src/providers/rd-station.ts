import { randomUUID } from 'node:crypto';
import type { Endpoint } from './contract.ts';
import { RD_STATION_ENDPOINTS } from './contracts/rd-station.ts';
import { type Answer, type FakeOptions, type RecordedCall, startFake } from './fake.ts';

export interface RdStationContact {
  key: string;
  uuid: string;
  email: string;
  name: string | null;
  mobilePhone: string | undefined;
  /** The account's own fields, cf_… */
  fields: Record<string, unknown>;
  tags: string[];
  legalBases: object[];
  /** Number of conversions by identifier. */
  conversions: Record<string, number>;
}

export interface RdStationFakeOptions extends FakeOptions {
  /** Default: the published 120. */
  callsPerMinute?: number;
}

interface Payload {
  conversion_identifier: string;
  email: string;
  name?: string;
  mobile_phone?: string;
  tags?: string[];
  legal_bases?: object[];
  [field: string]: unknown;
}

const refusal = (status: number, error_type: string, error_message: string): Answer => ({
  status,
  body: { errors: { error_type, error_message } },
});

const listOf = (status: number, errors: object[]): Answer => ({ status, body: { errors } });

const REFUSALS = {
  unauthorized: () => refusal(401, 'UNAUTHORIZED', 'This token opens no account.'),
  notFound: () => refusal(404, 'RESOURCE_NOT_FOUND', 'There is no such resource.'),
  invalid: (problems: string[]) =>
    listOf(
      400,
      problems.map((problem) => {
        const [where = '', ...message] = problem.split(': ');
        const path = where.replace(/^body/, '$').replaceAll('/', '.');
        return { error_type: 'INVALID_FORMAT', error_message: message.join(': '), path };
      }),
    ),
  tooMany: () =>
    listOf(429, [{ error_type: 'TOO_MANY_REQUESTS', error_message: 'The limit of this minute is reached.' }]),
  broken: () => refusal(500, 'INTERNAL_SERVER_ERROR', 'An error of ours; try again.'),
};

const shown = ({ uuid, email, name, mobilePhone, tags, legalBases, fields }: RdStationContact) => ({
  uuid,
  email,
  name,
  ...(mobilePhone === undefined ? {} : { mobile_phone: mobilePhone }),
  tags,
  legal_bases: legalBases,
  ...fields,
});

/** The provider's data of all accounts. */
interface Held {
  contacts: Map<string, RdStationContact>;
  refused: Set<string>;
}

type KnownCall = RecordedCall & { key: string };

const placeOf = (key: string, email: string) => `${key}/${email.toLowerCase()}`;

function convert({ contacts, refused }: Held, { key, body }: KnownCall): Answer {
  const { payload } = body as { payload: Payload };
  if (refused.has(payload.email.toLowerCase()))
    return listOf(400, [
      { error_type: 'INVALID', error_message: 'This address is not accepted.', path: '$.payload.email' },
    ]);
  const place = placeOf(key, payload.email);
  const before = contacts.get(place);
  const own = Object.entries(payload).filter(([name]) => name.startsWith('cf_'));
  const identifier = payload.conversion_identifier;
  const conversions = before?.conversions ?? {};
  contacts.set(place, {
    key,
    uuid: before?.uuid ?? randomUUID(),
    email: payload.email,
    name: payload.name ?? before?.name ?? null,
    mobilePhone: payload.mobile_phone ?? before?.mobilePhone,
    fields: { ...before?.fields, ...Object.fromEntries(own) },
    tags: [...new Set([...(before?.tags ?? []), ...(payload.tags ?? [])])],
    legalBases: payload.legal_bases ?? before?.legalBases ?? [],
    conversions: { ...conversions, [identifier]: (conversions[identifier] ?? 0) + 1 },
  });
  return { status: 200, body: { event_uuid: randomUUID() } };
}

function listContacts({ contacts }: Held, { key, query }: KnownCall): Answer {
  const own = [...contacts.values()].filter((each) => each.key === key);
  const page = own.slice(0, Number(query.page_size ?? 25)).map(shown);
  return { status: 200, body: { total: own.length, contacts: page } };
}

function getContact({ contacts }: Held, email: string, { key }: KnownCall): Answer {
  const contact = contacts.get(placeOf(key, email));
  return contact ? { status: 200, body: shown(contact) } : REFUSALS.notFound();
}

/** Makes the contact if there is none, without a conversion. */
function patchContact({ contacts }: Held, email: string, { key, body }: KnownCall): Answer {
  const { name, mobile_phone, tags, legal_bases } = body as Partial<Payload>;
  const place = placeOf(key, email);
  const before = contacts.get(place);
  const contact: RdStationContact = {
    key,
    uuid: before?.uuid ?? randomUUID(),
    email,
    name: name ?? before?.name ?? null,
    mobilePhone: mobile_phone ?? before?.mobilePhone,
    fields: before?.fields ?? {},
    tags: tags ?? before?.tags ?? [],
    legalBases: legal_bases ?? before?.legalBases ?? [],
    conversions: before?.conversions ?? {},
  };
  contacts.set(place, contact);
  return { status: 200, body: shown(contact) };
}

function eraseContact({ contacts }: Held, email: string, { key }: KnownCall): Answer {
  return contacts.delete(placeOf(key, email)) ? { status: 204 } : REFUSALS.notFound();
}

function answer(
  held: Held,
  { method, path }: Endpoint,
  { email = '' }: Record<string, string>,
  call: KnownCall,
): Answer {
  if (path === '/conversions') return convert(held, call);
  if (method === 'PATCH') return patchContact(held, email, call);
  if (method === 'DELETE') return eraseContact(held, email, call);
  return path === '/contacts' ? listContacts(held, call) : getContact(held, email, call);
}

/** RD Station's platform API on this machine. `url` is what RD_STATION_API has to be. */
export async function startRdStationFake(options: RdStationFakeOptions = {}) {
  const held: Held = { contacts: new Map(), refused: new Set() };
  const { origin, ...fake } = await startFake(
    {
      endpoints: RD_STATION_ENDPOINTS,
      base: /^\/platform/,
      errorType: 'application/json; charset=utf-8',
      limits: { connections: Number.POSITIVE_INFINITY, callsPerMinute: options.callsPerMinute ?? 120 },
      refusals: REFUSALS,
      answer: (...about) => answer(held, ...about),
    },
    options,
  );
  return {
    ...fake,
    url: `${origin}/platform`,
    /** The provider's current data. */
    contacts: () => [...held.contacts.values()],
    /** The person unsubscribed in a mail. */
    unsubscribe(email: string): void {
      const declined = { category: 'communications', type: 'consent', status: 'declined' };
      for (const contact of held.contacts.values())
        if (contact.email.toLowerCase() === email.toLowerCase()) contact.legalBases = [declined];
    },
    /** Refuses the address from now on. */
    refuse: (email: string) => void held.refused.add(email.toLowerCase()),
  };
}

export type RdStationFake = Awaited<ReturnType<typeof startRdStationFake>>;
