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
  unsubscribed: Set<string>;
  audienceName(id: string): string | undefined;
}

type KnownCall = RecordedCall & { key: string };

interface MemberBody {
  email_address: string;
  status?: string;
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

function putMember(held: Held, listId: string, hash: string, { key, body }: KnownCall): Answer {
  const { email_address: email, status, merge_fields, tags = [] } = body as MemberBody;
  if (createHash('md5').update(email.toLowerCase()).digest('hex') !== hash)
    return problem(400, 'Invalid Resource', 'The address and the hash are of different members.');
  if (held.unsubscribed.has(email.toLowerCase()) && status === 'subscribed')
    return problem(400, 'Member In Compliance State', `${email} has unsubscribed and cannot be subscribed.`);
  const place = `${key}/${listId}/${hash}`;
  const before = held.members.get(place);
  const member: MailchimpMember = {
    key,
    listId,
    hash,
    email,
    status: status ?? before?.status ?? 'subscribed',
    mergeFields: { ...before?.mergeFields, ...merge_fields },
    // The tags of an existing member are changed by the call for tags only.
    tags: before?.tags ?? tags,
  };
  held.members.set(place, member);
  return {
    status: 200,
    body: {
      id: hash,
      email_address: email,
      status: member.status,
      merge_fields: member.mergeFields,
      tags_count: member.tags.length,
      tags: member.tags.map((name, index) => ({ id: index + 1, name })),
      list_id: listId,
    },
  };
}

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
  { path }: Endpoint,
  { list_id: listId = '', subscriber_hash: hash = '', campaign_id: campaignId = '' }: Record<string, string>,
  call: KnownCall,
): Answer {
  if (path === '/campaigns') return postCampaign(held, call);
  if (campaignId) return putContent(held, campaignId, call);
  if (held.audienceName(listId) === undefined) return REFUSALS.notFound();
  if (!hash) return getList(held, listId, call);
  return path.endsWith('/tags') ? postTags(held, listId, hash, call) : putMember(held, listId, hash, call);
}

/** Mailchimp's Marketing API on this machine. `url` is what MAILCHIMP_API has to be. */
export async function startMailchimpFake(options: MailchimpFakeOptions = {}) {
  const anyAudience = (id: string) => (id.startsWith('missing') ? undefined : 'Clientes da loja');
  const { audiences } = options;
  const held: Held = {
    members: new Map(),
    campaigns: new Map(),
    unsubscribed: new Set(),
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
    /** The contact unsubscribed: from now on the address cannot be subscribed. */
    unsubscribe: (email: string) => void held.unsubscribed.add(email.toLowerCase()),
  };
}

export type MailchimpFake = Awaited<ReturnType<typeof startMailchimpFake>>;
