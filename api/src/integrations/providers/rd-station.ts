import { PROVIDER_NAMES } from 'domain/integrations';
import { phoneE164 } from 'domain/phone';
import { z } from 'zod';
import {
  bearer,
  type CallProvider,
  decimalOf,
  emailOf,
  isFound,
  type ProviderClient,
  ProviderFailure,
  readAnswer,
  type SyncEvent,
  type SyncedCustomer,
} from '../provider.ts';

/** RD Station Marketing's platform API. */

const HIGH_VALUE_CENTS = 50_000;
const MEDIUM_VALUE_CENTS = 20_000;

const EVENT_TAGS: Record<SyncEvent['action'], readonly string[]> = {
  signup: ['novo_cliente', 'primeiro_cashback'],
  purchase: ['comprou_recentemente', 'cliente_ativo'],
  redemption: ['resgatou_cashback', 'cliente_engajado'],
  consent: [],
  bulk_sync: [],
};

/** A bulk sync has no event, and a sign-up has a conversion of its own. */
const WITH_EVENT: ReadonlySet<SyncEvent['action']> = new Set(['purchase', 'redemption']);

const contactsAnswer = z.object({ total: z.int().min(0) });
const contactAnswer = z.object({ email: z.string(), name: z.string().nullish() });
const basesAnswer = z.object({
  legal_bases: z.array(z.object({ category: z.string(), status: z.string() })).nullish(),
});

const reason = z.object({ error_message: z.string(), path: z.string().optional() });
/** The three shapes of the API's errors, and the bare list. */
const reasons = z.union([
  z.object({ errors: reason }).transform(({ errors }) => [errors]),
  z.object({ errors: z.array(reason) }).transform(({ errors }) => errors),
  z
    .object({ errors: z.record(z.string(), z.array(reason)) })
    .transform(({ errors }) =>
      Object.entries(errors).flatMap(([path, each]) => each.map((one) => ({ path, ...one }))),
    ),
  z.array(reason),
]);
const plainMessage = z.object({ message: z.string() }).transform(({ message }) => message);

/** Each bound is exclusive; only the higher tags count. */
function tagsOfSpending(totalSpentCents: number): readonly string[] {
  if (totalSpentCents > HIGH_VALUE_CENTS) return ['vip', 'alto_valor'];
  return totalSpentCents > MEDIUM_VALUE_CENTS ? ['medio_valor'] : [];
}

function tagsOf(customer: SyncedCustomer, event: SyncEvent): readonly string[] {
  return [
    ...new Set([...event.tags, ...EVENT_TAGS[event.action], ...tagsOfSpending(customer.totalSpentCents)]),
  ];
}

/** The legal bases for writing to the contact, of which the product uses consent only. */
const legalBases = (isGiven: boolean) => [
  { category: 'communications', type: 'consent', status: isGiven ? 'granted' : 'declined' },
];

const contactPath = (email: string) => `contacts/email:${encodeURIComponent(email)}`;

async function convert(call: CallProvider, payload: object): Promise<void> {
  const body = { event_type: 'CONVERSION', event_family: 'CDP', payload };
  await call({ method: 'POST', path: 'conversions', body });
}

/** Whether the contact exists and has declined communications. */
async function isDeclined(call: CallProvider, email: string): Promise<boolean> {
  const found = call({ method: 'GET', path: contactPath(email) });
  if (!(await isFound(found))) return false;
  const { legal_bases: bases } = readAnswer(rdStation, basesAnswer, await found);
  return (
    bases?.some(({ category, status }) => category === 'communications' && status === 'declined') ?? false
  );
}

export const rdStation: ProviderClient = {
  id: 'rd_station',
  name: PROVIDER_NAMES.rd_station,
  limits: { connections: 4, callsPerMinute: 120 },
  authorization: bearer,
  emailOf,
  tagsOf,

  baseUrl: (_account, { rdStationApi }) => new URL(rdStationApi),

  errorText(json) {
    const [first] = reasons.safeParse(json).data ?? [];
    if (first) return first.path ? `${first.error_message} (${first.path})` : first.error_message;
    return plainMessage.safeParse(json).data;
  },

  async syncCustomer(call, _account, customer, event, isNewConsent) {
    const email = emailOf(customer);
    // A conversion answers nothing of the contact, and would grant again what the person has declined there.
    if (customer.emailConsent && !(await isNewConsent()) && (await isDeclined(call, email)))
      return 'unsubscribed';
    await convert(call, {
      // One identifier for every purchase, so that automations can wait for it.
      conversion_identifier: `cashback_${event.action}`,
      email,
      // Omitted if unknown, so that a name entered at RD Station stays.
      ...(customer.name === null ? {} : { name: customer.name }),
      // With the country's code, as in the API's own examples.
      mobile_phone: phoneE164(customer.phone),
      cf_saldo_cashback: decimalOf(customer.availableCents),
      cf_total_gasto: decimalOf(customer.totalSpentCents),
      cf_total_cashback: decimalOf(customer.totalCashbackCents),
      tags: tagsOf(customer, event),
      legal_bases: legalBases(customer.emailConsent === true),
    });
    if (!WITH_EVENT.has(event.action)) return 'open';
    await convert(call, {
      conversion_identifier: `cashback_evento_${event.action}`,
      email,
      cf_evento: event.action,
      cf_data_evento: event.occurredAt.toISOString(),
    });
    return 'open';
  },

  async endMarketing(call, _account, email) {
    const path = contactPath(email);
    // A PATCH makes a contact that is not there, so it is looked for first.
    if (await isFound(call({ method: 'GET', path })))
      await call({ method: 'PATCH', path, body: { legal_bases: legalBases(false) } });
  },

  async eraseContact(call, _account, email) {
    return await isFound(call({ method: 'DELETE', path: contactPath(email) }));
  },

  async testConnection(call) {
    const answer = await call({ method: 'GET', path: 'contacts?page_size=1' });
    return { accountName: null, contacts: readAnswer(rdStation, contactsAnswer, answer).total };
  },

  async findContact(call, _account, email) {
    const answer = await call({ method: 'GET', path: contactPath(email) }).catch((error: unknown) => {
      if (!(error instanceof ProviderFailure) || error.status !== 404) throw error;
      throw new ProviderFailure('Contato não encontrado', { retryable: false, status: 404 });
    });
    const contact = readAnswer(rdStation, contactAnswer, answer);
    return { email: contact.email, name: contact.name ?? null };
  },
};
