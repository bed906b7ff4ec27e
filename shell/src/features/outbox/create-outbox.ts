import { errorMessage, isLost, isRefusal, isTemporary } from 'federation/error-message';
import type { IssueOutcome, Outbox, OutboxPurchase, OutboxState, PurchaseRequest } from 'federation/outbox';
import type { PurchaseOwner, PurchaseStorage, StoredPurchase } from './stored-purchases.ts';

/** About an hour of purchases without a network. */
export const MAX_PURCHASES = 50;
/** After that the customer has left and the purchase would be recorded on another day. */
export const SENT_WITHIN_MS = 24 * 3_600_000;
/** The pause before the next attempt. It doubles each time. */
const RETRY_MS = { first: 5_000, most: 60_000 };

const isDoubt = (error: unknown) =>
  isRefusal(error, 'purchase_repeated') || isRefusal(error, 'purchase_unusual');

/** The employee has to sign in again, or to set up the second step that the merchant demands. */
const waitsForEmployee = (error: unknown) =>
  isRefusal(error, 'unauthenticated') || isRefusal(error, 'factor_demanded');

export interface OutboxDependencies {
  owner: PurchaseOwner;
  storage: PurchaseStorage;
  /** The API's cashback.issue. Throws what it refused with. */
  issue: (request: PurchaseRequest) => Promise<unknown>;
  /** Runs `run` unless another tab has this name; then the answer is undefined. */
  claim: <Result>(name: string, run: () => Promise<Result>) => Promise<Result | undefined>;
  /** The owner is signed in, by the server's word. */
  maySend: () => boolean;
  /** False while calls are lost: a purchase then waits in line at once. */
  isConnected: () => boolean;
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
  let flushing: Promise<void> | undefined;
  /** Woken while it ran: it goes through the list again, since it may have passed by what may go now. */
  let isFlushDue = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = RETRY_MS.first;
  let state = readState();

  function isLate({ typedAt }: StoredPurchase): boolean {
    return is.now() - typedAt > SENT_WITHIN_MS;
  }

  function stateOf(purchase: StoredPurchase): OutboxPurchase['state'] {
    if (purchase.isIssued) return 'issued';
    if (sending.has(purchase.request.operationId)) return 'sending';
    if (purchase.refusal !== undefined) return 'refused';
    return isLate(purchase) ? 'expired' : 'waiting';
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
      isDoubted: purchase.isDoubted ?? false,
      needsApproval: purchase.needsApproval ?? false,
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
    return refusal === undefined && !isLate(purchase);
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
      update(id, { isQueued: true, refusal: undefined, wasSent: purchase.wasSent || is.isConnected() });
      changed();
      try {
        const issued = await issue(purchase.request);
        codes.set(id, issued);
        update(id, { isIssued: true });
        return { issued };
      } catch (error) {
        if (isLost(error)) return { waiting: true };
        if (!isTemporary(error) && !waitsForEmployee(error))
          update(id, {
            refusal: errorMessage(error),
            isDoubted: isDoubt(error),
            needsApproval: isRefusal(error, 'approval_needed'),
          });
        return { error };
      } finally {
        sending.delete(id);
        changed();
      }
    });
  }

  function flush(): Promise<void> {
    isFlushDue = true;
    flushing ??= flushWhileDue();
    return flushing;
  }

  async function flushWhileDue(): Promise<void> {
    try {
      while (isFlushDue) {
        isFlushDue = false;
        await sendWaiting();
      }
    } finally {
      flushing = undefined;
      goOnLater();
    }
  }

  /** In their order, until one finds no server. A refused one holds up no other. */
  async function sendWaiting(): Promise<void> {
    await claim('', async () => {
      const tried = new Set<string>();
      // Read again each time: another one may have been typed meanwhile.
      const nextOne = () =>
        storage.list(owner).find((each) => isDue(each) && !tried.has(each.request.operationId));
      for (let next = nextOne(); next && is.maySend(); next = nextOne()) {
        const id = next.request.operationId;
        tried.add(id);
        const outcome = await attempt(id);
        if (!outcome || 'issued' in outcome) continue;
        if (storage.read(owner, id)?.refusal === undefined) return;
      }
      pauseMs = RETRY_MS.first;
    });
    await adopt();
  }

  /** What a closed tab had in hand waits from now on. */
  async function adopt(): Promise<void> {
    for (const { request, isQueued } of storage.list(owner)) {
      const id = request.operationId;
      if (!isQueued && !inHand.has(id)) await claim(id, async () => update(id, { isQueued: true }));
    }
    changed();
  }

  async function sendOnce(request: PurchaseRequest): Promise<IssueOutcome | { lost: unknown }> {
    try {
      return { issued: await issue(request) };
    } catch (error) {
      return isLost(error) ? { lost: error } : { error };
    }
  }

  /** A stored one, before those that wait. Another tab that was quicker sends it as one of the list. */
  async function sendInHand(request: PurchaseRequest): Promise<IssueOutcome> {
    const id = request.operationId;
    inHand.add(id);
    const outcome = (await claim(id, () => sendOnce(request))) ?? { waiting: true };
    if ('issued' in outcome) codes.set(id, outcome.issued);
    if ('error' in outcome) storage.remove(owner, id);
    // The counter has this turn to show the code. Without one, it waits in the list.
    setTimeout(() => {
      inHand.delete(id);
      update(id, { isQueued: true, ...('issued' in outcome && { isIssued: true }) });
      changed();
      goOnLater();
    });
    return 'lost' in outcome ? { waiting: true } : outcome;
  }

  return {
    getState: () => state,

    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    async issue(request) {
      const isFull = storage.list(owner).length >= MAX_PURCHASES;
      const isConnected = is.isConnected();
      const purchase = {
        request,
        typedAt: is.now(),
        wasSent: isConnected,
        refusal: undefined,
        isIssued: false,
      };
      if (isFull || !storage.write(owner, { ...purchase, isQueued: !isConnected })) {
        const outcome = await sendOnce(request);
        if (!('lost' in outcome)) return outcome;
        return isFull ? { full: true } : { error: outcome.lost };
      }
      if (isConnected) return await sendInHand(request);
      changed();
      void flush();
      return { waiting: true };
    },

    async send(id) {
      const purchase = storage.read(owner, id);
      if (purchase?.isDoubted) update(id, { request: { ...purchase.request, isChecked: true } });
      return (await attempt(id)) ?? { waiting: true };
    },

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

    stop() {
      isFlushDue = false;
      clearTimeout(retry);
    },
  };
}
