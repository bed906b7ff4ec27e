import { createHash } from 'node:crypto';
import { PROVIDER_NAMES, serverPrefix as prefixShape } from 'domain/integrations';
import { phoneE164 } from 'domain/phone';
import { z } from 'zod';
import {
  bearer,
  type CallProvider,
  type Campaign,
  decimalOf,
  emailOf,
  isFound,
  type ProviderAccount,
  type ProviderClient,
  ProviderFailure,
  readAnswer,
  type SyncEvent,
  type SyncedCustomer,
  wrongAddress,
} from '../provider.ts';

/** Mailchimp's Marketing API 3. */

const HIGH_CASHBACK_CENTS = 5_000;
const MEDIUM_CASHBACK_CENTS = 2_000;

const EVENT_TAGS: Record<SyncEvent['action'], readonly string[]> = {
  signup: ['Novo Cliente'],
  purchase: ['Comprou Recentemente'],
  redemption: ['Resgatou Cashback'],
  consent: [],
  bulk_sync: [],
};

const listAnswer = z.object({ name: z.string(), stats: z.object({ member_count: z.int().min(0) }) });
const memberAnswer = z.object({ status: z.string() });
const campaignAnswer = z.object({ id: z.string().min(1) });
const problem = z.object({
  title: z.string().optional(),
  detail: z.string().optional(),
  errors: z.array(z.object({ field: z.string().optional(), message: z.string() })).optional(),
});

/** Each bound is exclusive; only the higher tag counts. */
function tagOfBalance(availableCents: number): readonly string[] {
  if (availableCents > HIGH_CASHBACK_CENTS) return ['Alto Cashback'];
  return availableCents > MEDIUM_CASHBACK_CENTS ? ['Médio Cashback'] : [];
}

function tagsOf(customer: SyncedCustomer, event: SyncEvent): readonly string[] {
  return [...new Set([...event.tags, ...EVENT_TAGS[event.action], ...tagOfBalance(customer.availableCents)])];
}

function audienceOf({ audienceId }: ProviderAccount): string {
  if (!audienceId) throw new ProviderFailure('Informe o ID da audiência', { retryable: false });
  return audienceId;
}

const listPath = (account: ProviderAccount) => `lists/${encodeURIComponent(audienceOf(account))}`;

/** Mailchimp identifies a member by the MD5 of the address in lower case. It protects nothing. */
const memberPath = (account: ProviderAccount, email: string) =>
  `${listPath(account)}/members/${createHash('md5').update(email.toLowerCase()).digest('hex')}`;

export const mailchimp: ProviderClient = {
  id: 'mailchimp',
  name: PROVIDER_NAMES.mailchimp,
  limits: { connections: 10, callsPerMinute: null },
  authorization: bearer,
  emailOf,
  tagsOf,

  baseUrl(account, { mailchimpApi }) {
    const prefix = prefixShape.safeParse(account.serverPrefix).data;
    if (prefix === undefined || prefix !== account.serverPrefix) throw wrongAddress(mailchimp);
    const url = new URL(mailchimpApi.replace('{server}', prefix));
    // Asserts that the prefix did not end the host's name early and start another part of the address.
    const [, host = ''] = /^https?:\/\/([^/]+)/.exec(mailchimpApi) ?? [];
    if (url.host !== host.replace('{server}', prefix)) throw wrongAddress(mailchimp);
    return url;
  },

  errorText(json) {
    const { data } = problem.safeParse(json);
    const [first] = data?.errors ?? [];
    const field = first?.field ? `${first.field}: ${first.message}` : first?.message;
    return [data?.detail ?? data?.title, field].filter((part) => part).join(' ') || undefined;
  },

  async syncCustomer(call, account, customer, event, isNewConsent) {
    const email = emailOf(customer);
    const path = memberPath(account, email);
    const tags = tagsOf(customer, event);
    const answer = await call({
      method: 'PUT',
      path,
      body: {
        email_address: email,
        // For a new member. Without consent that is one of Mailchimp's transactional contacts, which
        // campaigns do not reach. No `status`: a member may have unsubscribed, which the answer tells.
        status_if_new: customer.emailConsent ? 'subscribed' : 'transactional',
        merge_fields: {
          FNAME: customer.name ?? '',
          // Fields of the type phone accept free text unless set to the United States' format. With the
          // country's code the number is right in both.
          PHONE: phoneE164(customer.phone),
          CASHBACK: decimalOf(customer.availableCents),
          TOTALSPENT: decimalOf(customer.totalSpentCents),
        },
        tags,
      },
    });
    const { status } = readAnswer(mailchimp, memberAnswer, answer);
    const isUnsubscribed = status === 'unsubscribed';
    if (isUnsubscribed && !(customer.emailConsent && (await isNewConsent()))) return 'unsubscribed';
    if (customer.emailConsent && (isUnsubscribed || WITHOUT_MARKETING.has(status)))
      await subscribe(call, path);
    // The PUT above does not change the tags of an existing member.
    const given = tags.map((name) => ({ name, status: 'active' }));
    if (given.length > 0) await call({ method: 'POST', path: `${path}/tags`, body: { tags: given } });
    return 'open';
  },

  async endMarketing(call, account, email) {
    const path = memberPath(account, email);
    await isFound(call({ method: 'PATCH', path, body: { status: 'unsubscribed' } }));
  },

  async eraseContact(call, account, email) {
    const path = `${memberPath(account, email)}/actions/delete-permanent`;
    return await isFound(call({ method: 'POST', path }));
  },

  async testConnection(call, account) {
    const answer = await call({ method: 'GET', path: listPath(account) });
    const { name, stats } = readAnswer(mailchimp, listAnswer, answer);
    return { accountName: name, contacts: stats.member_count };
  },

  async createCampaign(call, account, campaign, progress) {
    const campaignId = progress.campaignId ?? (await createDraft(call, account, campaign));
    if (progress.campaignId === undefined) await progress.onCreated(campaignId);
    const path = `campaigns/${encodeURIComponent(campaignId)}/content`;
    await call({ method: 'PUT', path, body: { html: campaign.html } });
    return { campaignId };
  },
};

/** Members that the merchant, not the person, keeps out of campaigns. */
const WITHOUT_MARKETING: ReadonlySet<string> = new Set(['transactional', 'archived']);

/**
 * Subscribes a member. One who unsubscribed in a mail is refused that, and is asked to confirm by a mail of
 * Mailchimp's instead.
 */
async function subscribe(call: CallProvider, path: string): Promise<void> {
  const change = (status: string) => call({ method: 'PATCH', path, body: { status } });
  await change('subscribed').catch(async (error: unknown) => {
    if (!(error instanceof ProviderFailure) || error.status !== 400) throw error;
    await change('pending');
  });
}

async function createDraft(
  call: CallProvider,
  account: ProviderAccount,
  campaign: Campaign,
): Promise<string> {
  const answer = await call({
    method: 'POST',
    path: 'campaigns',
    body: {
      type: 'regular',
      recipients: { list_id: audienceOf(account) },
      settings: {
        subject_line: campaign.subject,
        from_name: campaign.fromName,
        reply_to: campaign.replyTo,
        title: campaign.title,
      },
    },
  });
  return readAnswer(mailchimp, campaignAnswer, answer).id;
}
