import { errorMessage, isLost, isRefusal, isTemporary } from 'federation/error-message';
import type { IssueOutcome, Outbox, OutboxPurchase, OutboxState, PurchaseRequest } from 'federation/outbox';
import type { PurchaseOwner, PurchaseStorage, StoredPurchase } from './stored-purchases.ts';

/** As many as a counter types in an hour without a network; then somebody has to look. */
export const MAX_PURCHASES = 50;
/** After that the customer has left and the purchase would be recorded on another day. */
export const SENT_WITHIN_MS = 24 * 3_600_000;
/** The pause before the next attempt. It doubles each time. */
const RETRY_MS = { first: 5_000, most: 60_000 };

export interface OutboxDependencies {
  owner: PurchaseOwner;
  storage: PurchaseStorage;
  /** The API's cashback.issue. Throws what it refused with. */
  issue: (request: PurchaseRequest) => Promise<unknown>;
  /** Runs `run` unless another tab has this name; then the answer is undefined. */
  claim: <Result>(name: string, run: () => Promise<Result>) => Promise<Result | undefined>;
  /** The owner is signed in, by the server's word. */
  maySend: () => boolean;
  isOnline: () => boolean;
  now: () => number;
}

export interface RunningOutbox extends Outbox {
  /** Sends what waits, in order, and goes on trying until `stop`. */
  wake: () => Promise<void>;
  /** The storage was changed by another tab. */
  refresh: () => void;
  stop: () => void;
}

export function createOutbox({ owner, storage, issue, claim, ...is }: OutboxDependencies): RunningOutbox {
  /** Answers of the API, by the request's id, until their codes were shown. */
  const codes = new Map<string, unknown>();
  const sending = new Set<string>();
  /** Their counter awaits the first answer, and shows it. */
  const inHand = new Set<string>();
  const listeners = new Set<() => void>();
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = RETRY_MS.first;
  let state = readState();

  const isExpired = ({ typedAt }: StoredPurchase) => is.now() - typedAt > SENT_WITHIN_MS;

  function stateOf(purchase: StoredPurchase): OutboxPurchase['state'] {
    if (sending.has(purchase.request.operationId)) return 'sending';
    if (purchase.isIssued) return 'issued';
    if (purchase.refusal !== undefined) return 'refused';
    return isExpired(purchase) ? 'expired' : 'waiting';
  }

  function readState(): OutboxState {
    const shown = storage
      .list(owner)
      .filter(({ isQueued, request }) => isQueued && !inHand.has(request.operationId));
    const purchases = shown.map((purchase) => ({
      request: purchase.request,
      typedAt: purchase.typedAt,
      state: stateOf(purchase),
      wasSent: purchase.wasSent,
      refusal: purchase.refusal,
      issued: codes.get(purchase.request.operationId),
    }));
    return { purchases, othersWaiting: storage.countWaiting(owner) };
  }

  function changed(): void {
    state = readState();
    for (const listener of listeners) listener();
  }

  /** Changes what is still stored; another tab, or a person, may have removed it. */
  function update(id: string, change: Partial<StoredPurchase>): void {
    const purchase = storage.read(owner, id);
    if (purchase) storage.write(owner, { ...purchase, ...change });
  }

  /** By itself: what a person has to decide about is left alone. */
  function isDue(purchase: StoredPurchase): boolean {
    const { request, isIssued, refusal } = purchase;
    if (inHand.has(request.operationId)) return false;
    if (isIssued) return !codes.has(request.operationId);
    return refusal === undefined && !isExpired(purchase);
  }

  function goOnLater(): void {
    clearTimeout(retry);
    retry = undefined;
    if (!storage.list(owner).some(isDue)) return;
    retry = setTimeout(() => void flush(), pauseMs);
    pauseMs = Math.min(pauseMs * 2, RETRY_MS.most);
  }

  /** One attempt for one of the list. Undefined when another tab is at it, or it is gone. */
  async function attempt(id: string): Promise<IssueOutcome | undefined> {
    return await claim(id, async () => {
      const purchase = storage.read(owner, id);
      if (!purchase || !is.maySend()) return undefined;
      sending.add(id);
      update(id, { isQueued: true, refusal: undefined, wasSent: purchase.wasSent || is.isOnline() });
      changed();
      try {
        const issued = await issue(purchase.request);
        codes.set(id, issued);
        update(id, { isIssued: true });
        return { issued };
      } catch (error) {
        if (isLost(error)) return { waiting: true };
        if (!isTemporary(error) && !isRefusal(error, 'unauthenticated'))
          update(id, { refusal: errorMessage(error) });
        return { error };
      } finally {
        sending.delete(id);
        changed();
      }
    });
  }

  /** In their order, until one finds no server. A refused one holds up no other. */
  async function flush(): Promise<void> {
    await claim('', async () => {
      for (const { request } of storage.list(owner).filter(isDue)) {
        const outcome = await attempt(request.operationId);
        if (!outcome || 'issued' in outcome) continue;
        if (storage.read(owner, request.operationId)?.refusal === undefined) return;
      }
      pauseMs = RETRY_MS.first;
    });
    await adopt();
    goOnLater();
  }

  /** What a closed tab had in hand waits from now on. */
  async function adopt(): Promise<void> {
    for (const { request, isQueued } of storage.list(owner)) {
      const id = request.operationId;
      if (!isQueued && !inHand.has(id)) await claim(id, async () => update(id, { isQueued: true }));
    }
    changed();
  }

  async function issueNow(
    request: PurchaseRequest,
    isStored: boolean,
  ): Promise<IssueOutcome | { lost: unknown }> {
    const run = async () => {
      try {
        return { issued: await issue(request) };
      } catch (error) {
        return isLost(error) ? { lost: error } : { error };
      }
    };
    // Another tab that was quicker sends it.
    return isStored ? ((await claim(request.operationId, run)) ?? { waiting: true }) : await run();
  }

  return {
    getState: () => state,

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async issue(request) {
      const id = request.operationId;
      const isFull = storage.list(owner).length >= MAX_PURCHASES;
      inHand.add(id);
      const isStored =
        !isFull &&
        storage.write(owner, {
          request,
          typedAt: is.now(),
          wasSent: is.isOnline(),
          refusal: undefined,
          isQueued: false,
          isIssued: false,
        });
      const outcome = await issueNow(request, isStored);
      if ('issued' in outcome) codes.set(id, outcome.issued);
      if ('error' in outcome) storage.remove(owner, id);
      // The counter has this turn to show the code. Without one, it waits in the list.
      setTimeout(() => {
        inHand.delete(id);
        update(id, { isQueued: true, ...('issued' in outcome && { isIssued: true }) });
        changed();
        goOnLater();
      });
      if (!('lost' in outcome)) return outcome;
      if (isStored) return { waiting: true };
      return isFull ? { full: true } : { error: outcome.lost };
    },

    send: async (id) => (await attempt(id)) ?? { waiting: true },

    remove(id) {
      storage.remove(owner, id);
      codes.delete(id);
      changed();
    },

    async wake() {
      pauseMs = RETRY_MS.first;
      await flush();
    },

    refresh() {
      changed();
      if (retry === undefined) goOnLater();
    },

    stop: () => clearTimeout(retry),
  };
}
