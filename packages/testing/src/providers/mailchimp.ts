import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Endpoint } from './contract.ts';
import { MAILCHIMP_ENDPOINTS } from './contracts/mailchimp.ts';
import { type Answer, type FakeOptions, type RecordedCall, startFake } from './fake.ts';

export interface MailchimpMember {
  key: string;
  listId: string;
  hash: string;
  email: string;
  status: string;
  mergeFields: Record<string, unknown>;
  tags: string[];
}

export interface MailchimpCampaign {
  id: string;
  key: string;
  listId: string;
  settings: Record<string, string>;
  html: string | undefined;
}

export interface MailchimpFakeOptions extends FakeOptions {
  /**
   * Names of the audiences by their ids; without it there is every audience but those that begin with
   * 'missing'.
   */
  audiences?: Record<string, string>;
  /** Default: the published ten. */
  maxConnections?: number;
}

function problem(status: number, title: string, detail: string, errors?: object[]): Answer {
  const type = 'https://mailchimp.com/developer/marketing/docs/errors/';
  const body = { type, title, status, detail, instance: randomUUID() };
  return { status, body: errors ? { ...body, errors } : body };
}

/** '/settings/reply_to: must be …' → 'settings.reply_to'. */
function fieldError(text: string): object {
  const [where = '', ...message] = text.split(': ');
  const field = where.replace(/^body\/?/, '').replaceAll('/', '.');
  return { field, message: message.join(': ') };
}

const REFUSALS = {
  unauthorized: () => problem(401, 'API Key Invalid', 'This key opens no account in this data center.'),
  notFound: () => problem(404, 'Resource Not Found', 'There is no such resource.'),
  invalid: (problems: string[]) =>
    problem(400, 'Invalid Resource', 'The resource is not valid.', problems.map(fieldError)),
  tooMany: () => problem(429, 'Too Many Requests', 'This account has too many connections open at once.'),
  broken: () => problem(500, 'Internal Server Error', 'An error of ours; try again.'),
};

/** The provider's data of all accounts. */
interface Held {
  members: Map<string, MailchimpMember>;
  campaigns: Map<string, MailchimpCampaign>;
  /** Addresses that unsubscribed by themselves, by their hashes. */
  unsubscribed: Map<string, string>;
  refused: Set<string>;
  /** Hashes of members that were erased: they come back by subscribing themselves only. */
  forgotten: Set<string>;
  audienceName(id: string): string | undefined;
}

type Place = Pick<MailchimpMember, 'key' | 'listId' | 'hash'>;
type KnownCall = RecordedCall & { key: string };

interface MemberBody {
  email_address: string;
  status?: string;
  status_if_new?: string;
  merge_fields?: Record<string, unknown>;
  tags?: string[];
}
interface TagsBody {
  tags: { name: string; status: 'active' | 'inactive' }[];
}
interface CampaignBody {
  type: string;
  recipients?: { list_id: string };
  settings?: Record<string, string>;
}

function getList(held: Held, listId: string, { key }: KnownCall): Answer {
  const own = [...held.members.values()].filter((each) => each.key === key && each.listId === listId);
  const stats = { member_count: own.length, unsubscribe_count: 0, cleaned_count: 0 };
  const name = held.audienceName(listId);
  return {
    status: 200,
    body: { id: listId, web_id: 123_456, name, date_created: '2024-03-01T12:00:00+00:00', stats },
  };
}

const hashOf = (email: string) => createHash('md5').update(email.toLowerCase()).digest('hex');

/** A member; also one who unsubscribed before this fake was ever called. */
function findMember(held: Held, { key, listId, hash }: Place): MailchimpMember | undefined {
  const email = held.unsubscribed.get(hash);
  const member = held.members.get(`${key}/${listId}/${hash}`);
  if (member || email === undefined) return member;
  return { key, listId, hash, email, status: 'unsubscribed', mergeFields: {}, tags: [] };
}

const inCompliance = (email: string) =>
  problem(400, 'Member In Compliance State', `${email} has unsubscribed and cannot be subscribed.`);

function putMember(held: Held, listId: string, hash: string, { key, body }: KnownCall): Answer {
  const { email_address: email, status_if_new, merge_fields, tags = [], ...given } = body as MemberBody;
  if (hashOf(email) !== hash)
    return problem(400, 'Invalid Resource', 'The address and the hash are of different members.');
  const place = `${key}/${listId}/${hash}`;
  if (held.forgotten.has(place))
    return problem(400, 'Forgotten Email Not Subscribed', `${email} was erased and cannot be added again.`);
  if (held.refused.has(email.toLowerCase()))
    return problem(400, 'Invalid Resource', `${email} looks fake or invalid, please enter a real address.`);
  const before = findMember(held, { key, listId, hash });
  const asked = given.status ?? (before ? undefined : status_if_new);
  if (held.unsubscribed.has(hash) && asked === 'subscribed') return inCompliance(email);
  const member: MailchimpMember = {
    key,
    listId,
    hash,
    email,
    status: asked ?? before?.status ?? 'subscribed',
    mergeFields: { ...before?.mergeFields, ...merge_fields },
    // The tags of an existing member are changed by the call for tags only.
    tags: before?.tags ?? tags,
  };
  held.members.set(place, member);
  return shown(member);
}

function patchMember(held: Held, listId: string, hash: string, { key, body }: KnownCall): Answer {
  const member = findMember(held, { key, listId, hash });
  if (!member) return REFUSALS.notFound();
  const { status, merge_fields } = body as Partial<MemberBody>;
  if (held.unsubscribed.has(hash) && status === 'subscribed') return inCompliance(member.email);
  member.status = status ?? member.status;
  member.mergeFields = { ...member.mergeFields, ...merge_fields };
  return shown(member);
}

const shown = (member: MailchimpMember): Answer => ({
  status: 200,
  body: {
    id: member.hash,
    email_address: member.email,
    status: member.status,
    merge_fields: member.mergeFields,
    tags_count: member.tags.length,
    tags: member.tags.map((name, index) => ({ id: index + 1, name })),
    list_id: member.listId,
  },
});

function postTags(held: Held, listId: string, hash: string, { key, body }: KnownCall): Answer {
  const member = held.members.get(`${key}/${listId}/${hash}`);
  if (!member) return REFUSALS.notFound();
  const tags = new Set(member.tags);
  for (const { name, status } of (body as TagsBody).tags) {
    if (status === 'active') tags.add(name);
    else tags.delete(name);
  }
  member.tags = [...tags];
  return { status: 204 };
}

function eraseMember(held: Held, listId: string, hash: string, { key }: KnownCall): Answer {
  const place = `${key}/${listId}/${hash}`;
  if (!held.members.delete(place)) return REFUSALS.notFound();
  held.forgotten.add(place);
  return { status: 204 };
}

function postCampaign(held: Held, { key, body }: KnownCall): Answer {
  const { type, recipients = { list_id: '' }, settings = {} } = body as CampaignBody;
  if (held.audienceName(recipients.list_id) === undefined) {
    const error = { field: 'recipients.list_id', message: 'There is no such list.' };
    return problem(400, 'Invalid Resource', 'The resource is not valid.', [error]);
  }
  const id = randomBytes(5).toString('hex');
  held.campaigns.set(id, { id, key, listId: recipients.list_id, settings, html: undefined });
  const create_time = new Date().toISOString();
  const web_id = randomInt(1_000_000);
  return { status: 200, body: { id, web_id, type, create_time, status: 'save', recipients, settings } };
}

function putContent(held: Held, id: string, { key, body }: KnownCall): Answer {
  const campaign = held.campaigns.get(id);
  if (campaign?.key !== key) return REFUSALS.notFound();
  const { html = '' } = body as { html?: string };
  campaign.html = html;
  return { status: 200, body: { html, plain_text: '', archive_html: html } };
}

function answer(
  held: Held,
  { method, path }: Endpoint,
  { list_id: listId = '', subscriber_hash: hash = '', campaign_id: campaignId = '' }: Record<string, string>,
  call: KnownCall,
): Answer {
  if (path === '/campaigns') return postCampaign(held, call);
  if (campaignId) return putContent(held, campaignId, call);
  if (held.audienceName(listId) === undefined) return REFUSALS.notFound();
  if (!hash) return getList(held, listId, call);
  if (method === 'PATCH') return patchMember(held, listId, hash, call);
  if (path.endsWith('/delete-permanent')) return eraseMember(held, listId, hash, call);
  return path.endsWith('/tags') ? postTags(held, listId, hash, call) : putMember(held, listId, hash, call);
}

function setStatus({ members }: Held, email: string, status: string): void {
  for (const member of members.values()) if (member.hash === hashOf(email)) member.status = status;
}

/** Mailchimp's Marketing API on this machine. `url` is what MAILCHIMP_API has to be. */
export async function startMailchimpFake(options: MailchimpFakeOptions = {}) {
  const anyAudience = (id: string) => (id.startsWith('missing') ? undefined : 'Clientes da loja');
  const { audiences } = options;
  const held: Held = {
    members: new Map(),
    campaigns: new Map(),
    unsubscribed: new Map(),
    refused: new Set(),
    forgotten: new Set(),
    audienceName: audiences ? (id) => audiences[id] : anyAudience,
  };
  const { origin, ...fake } = await startFake(
    {
      endpoints: MAILCHIMP_ENDPOINTS,
      base: /^\/[a-z]{2}\d{1,2}\/3\.0/,
      errorType: 'application/problem+json; charset=utf-8',
      limits: { connections: options.maxConnections ?? 10, callsPerMinute: Number.POSITIVE_INFINITY },
      refusals: REFUSALS,
      answer: (...about) => answer(held, ...about),
    },
    options,
  );
  return {
    ...fake,
    url: `${origin}/{server}/3.0`,
    /** The provider's current data. */
    members: () => [...held.members.values()],
    campaigns: () => [...held.campaigns.values()],
    /** The person unsubscribed in a mail: an API call cannot subscribe them, only ask them by `pending`. */
    unsubscribe(email: string): void {
      held.unsubscribed.set(hashOf(email), email);
      setStatus(held, email, 'unsubscribed');
    },
    /** The person confirmed in the mail that `pending` sends. */
    confirm(email: string): void {
      held.unsubscribed.delete(hashOf(email));
      setStatus(held, email, 'subscribed');
    },
    /** Refuses the address from now on. */
    refuse: (email: string) => void held.refused.add(email.toLowerCase()),
  };
}

export type MailchimpFake = Awaited<ReturnType<typeof startMailchimpFake>>;
