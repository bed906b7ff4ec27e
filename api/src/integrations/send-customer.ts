import type {
  CallProvider,
  ContactState,
  ProviderAccount,
  ProviderClient,
  SyncEvent,
  SyncedCustomer,
} from './provider.ts';

interface Sending {
  client: ProviderClient;
  call: CallProvider;
  account: ProviderAccount;
  customer: SyncedCustomer;
  event: SyncEvent;
  /** True if the provider was not told of the present consent yet. */
  isNewConsent(): Promise<boolean>;
  /** Reads the customer again after the call has ended. */
  readAgain(): Promise<SyncedCustomer | undefined>;
}

/**
 * Sends a provider the customer's present data, or the withdrawal of their consent. A withdrawal during the
 * call has its own delivery, which may reach the provider before this one, so it is sent again afterwards.
 */
export async function sendCustomer(sending: Sending): Promise<ContactState> {
  const { client, call, account, customer, event, isNewConsent, readAgain } = sending;
  if (customer.emailConsent === false) return await endMarketing(sending, customer);
  const state = await client.syncCustomer(call, account, customer, event, isNewConsent);
  if (customer.emailConsent === null || state === 'unsubscribed') return state;
  const after = await readAgain();
  return after?.emailConsent === false ? await endMarketing(sending, customer) : state;
}

async function endMarketing(
  { client, call, account }: Sending,
  customer: SyncedCustomer,
): Promise<ContactState> {
  for (const email of [client.emailOf(customer), ...customer.formerEmails])
    await client.endMarketing(call, account, email);
  return 'open';
}
