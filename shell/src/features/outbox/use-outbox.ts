import type { ClientSession } from 'domain/session';
import { onlyFor } from 'federation/create-api-links';
import { isRefusal } from 'federation/error-message';
import type { PurchaseRequest } from 'federation/outbox';
import { useEffect, useMemo } from 'react';
import { api } from '../../lib/api.ts';
import { connection } from '../../lib/connection.ts';
import { createOutbox, type RunningOutbox } from './create-outbox.ts';
import { createPurchaseStorage, isPurchaseKey } from './stored-purchases.ts';

/** Without an answer after this long it is lost; the API itself answers within two seconds. */
const ANSWER_MS = 20_000;

interface SessionOfPage {
  session: ClientSession;
  /** Whether the server said so since this page was opened. */
  isKnown: boolean;
  /** Whether the browser still keeps this employee's session; another tab may have signed someone else in. */
  isStillSignedIn: (employeeId: string) => boolean;
  /** The server says that this employee is not signed in. */
  onRefused: () => void;
}

/** This employee's outbox. It sends for as long as the back office is open, on whichever page. */
export function useOutbox({ session, isKnown, isStillSignedIn, onRefused }: SessionOfPage): RunningOutbox {
  const owner = { merchantId: session.merchant.id, employeeId: session.employee.id };
  // biome-ignore lint/correctness/useExhaustiveDependencies: an outbox for each employee, not for each render
  const page = useMemo(() => {
    const known = { is: isKnown };
    const storage = createPurchaseStorage(pageStorage());
    storage.forgetOld(Date.now());
    const outbox = createOutbox({
      owner,
      storage,
      issue: (request) => issue(request, owner.employeeId, onRefused),
      claim: claimForTab,
      maySend: () => known.is && isStillSignedIn(owner.employeeId),
      isConnected: () => !connection.isLost(),
      now: () => Date.now(),
    });
    return { outbox, known };
  }, [owner.employeeId]);

  useEffect(() => {
    page.known.is = isKnown;
    void page.outbox.wake();
  }, [page, isKnown]);

  useEffect(() => {
    const { outbox } = page;
    const wake = () => void outbox.wake();
    const leave = connection.subscribe(wake);
    const readAgain = ({ key }: StorageEvent) => {
      if (isPurchaseKey(key)) outbox.refresh();
    };
    window.addEventListener('online', wake);
    window.addEventListener('storage', readAgain);
    return () => {
      leave();
      window.removeEventListener('online', wake);
      window.removeEventListener('storage', readAgain);
      outbox.stop();
    };
  }, [page]);

  return page.outbox;
}

async function issue(request: PurchaseRequest, employeeId: string, onRefused: () => void): Promise<unknown> {
  const call = new AbortController();
  const waitLimit = setTimeout(() => call.abort(), ANSWER_MS);
  try {
    return await api.cashback.issue.mutate(request, { signal: call.signal, ...onlyFor(employeeId) });
  } catch (error) {
    if (isRefusal(error, 'unauthenticated')) onRefused();
    throw error;
  } finally {
    clearTimeout(waitLimit);
  }
}

/**
 * The lock ends with its tab. Plain http has none: there the request's id alone makes a purchase that two
 * tabs send count once.
 */
async function claimForTab<Result>(name: string, run: () => Promise<Result>): Promise<Result | undefined> {
  if (!navigator.locks) return await run();
  return await navigator.locks.request(`outbox:${name}`, { ifAvailable: true }, (lock) =>
    lock ? run() : undefined,
  );
}

/** Where storage is switched off nothing is stored, and a purchase without a network is refused. */
function pageStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> {
  try {
    return localStorage;
  } catch {
    const refuse = () => {
      throw new Error('no storage');
    };
    return { getItem: () => null, setItem: refuse, removeItem: () => undefined, key: () => null, length: 0 };
  }
}
