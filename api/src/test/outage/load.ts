import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Answer, type CallOptions, freshIp, type HttpClient } from 'testing/http-client';
import { freshPhone, type SignedInMerchant, tokenOf } from 'testing/signed-in-merchant';

/** Counters and customers that keep an API busy through an outage, each remembering the answers it got. */

/** A purchase or a redemption as its client knows it. */
export interface Memory {
  requestId: string;
  amountCents: number;
  /** Acknowledged: the id and link the API answered. */
  id?: string;
  link?: string;
  /** The cashback that confirming the purchase credits. */
  cashbackCents: number;
  confirmation: 'not asked' | 'asked' | 'acknowledged';
}

export interface Person {
  phone: string;
  customerId?: string;
  purchases: Memory[];
  redemptions: Memory[];
}

interface Observed {
  path: string;
  /** 0: no answer, the connection was lost. */
  status: number;
  /** The connection was lost while the call was on its way, so its outcome is unknown. */
  isCutOff: boolean;
  ms: number;
  /** Beginning of the call on the clock of `performance.now()`. */
  startedAt: number;
  message: string;
  retryAfter: string | undefined;
}

export interface OutageLoad {
  people: Person[];
  observed: Observed[];
  /** Answers that no outage explains: a 500, a refusal of a right call, a hang. */
  surprises: string[];
  /** Makes each client abandon its unanswered calls, and stop. */
  stop(): Promise<void>;
  /** Repeats the abandoned calls, under their old ids or tokens. Call it when the API is well. */
  settle(): Promise<void>;
}

/** Longest time of any answer, whatever has happened. */
const HANG_MS = 15_000;
const PAUSE_BETWEEN_TRIES_MS = 25;

/** `clients` answers the API's addresses at this moment; each call goes to any of them. */
export function startOutageLoad(
  clients: () => HttpClient[],
  merchant: SignedInMerchant,
  peopleCount: number,
): OutageLoad {
  const observed: Observed[] = [];
  const surprises: string[] = [];
  const people: Person[] = Array.from({ length: peopleCount }, () => ({
    phone: freshPhone(),
    purchases: [],
    redemptions: [],
  }));
  let isStopped = false;

  /** The data of a success; undefined when there was no answer, or one that says to come back. */
  async function ask(path: string, input: object, options: CallOptions): Promise<Answer | undefined> {
    const all = clients();
    const client = all[randomInt(all.length)] as HttpClient;
    const startedAt = performance.now();
    const query = path === 'customers.find' ? client.query : client.call;
    let isCutOff = false;
    const answer = await query(path, input, { ...options, signal: AbortSignal.timeout(HANG_MS) }).catch(
      (error: Error & { code?: string }) => {
        if (error.name === 'AbortError' || error.name === 'TimeoutError') surprises.push(`${path} hung`);
        isCutOff = error.code !== 'ECONNREFUSED';
        return undefined;
      },
    );
    const status = answer?.status ?? 0;
    const message = answer?.error?.message ?? '';
    const ms = performance.now() - startedAt;
    const retryAfter = answer?.headers['retry-after'];
    observed.push({ path, status, isCutOff, ms, startedAt, message, retryAfter });
    if (status === 200) return answer;
    const mayComeBack = [0, 503].includes(status) || answer?.error?.data.refusal === 'operation_in_flight';
    if (!mayComeBack) surprises.push(`${path} ${status} ${message}`);
    return undefined;
  }

  /**
   * Tries until it is answered, unless the load is stopped or, now and then after a failure, the client gives
   * up.
   */
  async function keepAsking(path: string, input: object, options: CallOptions): Promise<Answer | undefined> {
    while (!isStopped) {
      const answer = await ask(path, input, options);
      if (answer) return answer;
      if (randomInt(6) === 0) return undefined;
      await setTimeout(PAUSE_BETWEEN_TRIES_MS);
    }
    return undefined;
  }

  const staff = { cookie: merchant.cookie };
  type Asking = typeof ask;

  async function issue(person: Person, purchase: Memory, asking: Asking): Promise<void> {
    const { requestId, amountCents } = purchase;
    const answer = await asking(
      'cashback.issue',
      { operationId: requestId, phone: person.phone, amountCents },
      staff,
    );
    if (!answer) return;
    const { transactionId: id, link, cashbackCents } = answer.data;
    Object.assign(purchase, { id, link, cashbackCents });
  }

  async function createRedemption(person: Person, redemption: Memory, asking: Asking): Promise<void> {
    const { requestId, amountCents } = redemption;
    const input = { operationId: requestId, customerId: person.customerId, amountCents };
    const answer = await asking('redemptions.create', input, staff);
    if (answer) Object.assign(redemption, { id: answer.data.redemptionId, link: answer.data.link });
  }

  async function confirm(memory: Memory, noun: 'cashback' | 'redemptions', asking: Asking): Promise<void> {
    if (memory.link === undefined) return;
    memory.confirmation = 'asked';
    const answer = await asking(`${noun}.confirm`, { token: tokenOf(memory.link) }, { ip: freshIp() });
    if (answer) memory.confirmation = 'acknowledged';
  }

  async function findCustomer(person: Person): Promise<void> {
    if (person.customerId !== undefined) return;
    const answer = await keepAsking('customers.find', { phone: person.phone }, staff);
    person.customerId = answer?.data.id;
  }

  async function liveOneRound(person: Person): Promise<void> {
    const purchase = remember(person.purchases, randomInt(1_000, 20_000));
    await issue(person, purchase, keepAsking);
    await confirm(purchase, 'cashback', keepAsking);
    const balanceCents = certainBalance(person);
    if (balanceCents === 0) return;
    await findCustomer(person);
    if (person.customerId === undefined) return;
    const redemption = remember(person.redemptions, randomInt(1, balanceCents + 1));
    await createRedemption(person, redemption, keepAsking);
    await confirm(redemption, 'redemptions', keepAsking);
  }

  const running = people.map(async (person) => {
    while (!isStopped) await liveOneRound(person);
  });

  /** Asks while the API is well: an unacknowledged call is a surprise now. */
  const askAgain: Asking = async (path, input, options) => {
    for (let tries = 0; tries < 20; tries += 1) {
      const answer = await ask(path, input, options);
      if (answer) return answer;
      await setTimeout(100);
    }
    surprises.push(`${path} was never acknowledged`);
    return undefined;
  };

  return {
    people,
    observed,
    surprises,
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
    async settle() {
      await Promise.all(
        people.map(async (person) => {
          for (const purchase of person.purchases) {
            if (purchase.id === undefined) await issue(person, purchase, askAgain);
            if (purchase.confirmation !== 'acknowledged') await confirm(purchase, 'cashback', askAgain);
          }
          for (const redemption of person.redemptions) {
            if (redemption.id === undefined) await createRedemption(person, redemption, askAgain);
            if (redemption.confirmation !== 'acknowledged')
              await confirm(redemption, 'redemptions', askAgain);
          }
        }),
      );
    },
  };
}

function remember(memories: Memory[], amountCents: number): Memory {
  const memory: Memory = {
    requestId: randomUUID(),
    amountCents,
    cashbackCents: 0,
    confirmation: 'not asked',
  };
  memories.push(memory);
  return memory;
}

/**
 * The balance that the customer surely has: everything acknowledged, less all that may have been redeemed.
 */
function certainBalance(person: Person): number {
  const earned = person.purchases.filter((purchase) => purchase.confirmation === 'acknowledged');
  return (
    earned.reduce((sum, purchase) => sum + purchase.cashbackCents, 0) -
    person.redemptions.reduce((sum, redemption) => sum + redemption.amountCents, 0)
  );
}
