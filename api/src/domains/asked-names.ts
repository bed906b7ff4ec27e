import { isDatabaseUnavailable } from '../lib/database-errors.ts';
import { withDeadline } from '../lib/with-deadline.ts';
import type { HostDirectory } from './host-directory.ts';

/** Times in milliseconds. */
const ANSWER_TTL_MS = 5_000;
const MAX_ANSWERS = 10_000;
/** Most queries that unknown names may cause; beyond them memory answers. */
const ASKS_PER_SECOND = 200;
const ASKS_AT_ONCE = 4;
/** Longest wait for a database that neither answers nor refuses. */
const ASK_WITHIN_MS = 1_000;

class AskedTooLong extends Error {}

/**
 * Finds names in memory, and in the database where memory lags: a merchant that another process has just
 * signed up.
 */
export interface AskedNames {
  /** The merchant's id. Throws if the database is away and memory has not been filled yet. */
  find(hostname: string): Promise<string | undefined>;
  /** The merchant's id as far as this process knows it now. */
  known(hostname: string): string | undefined;
  forget(hostname: string): void;
}

export function createAskedNames(
  ask: (hostname: string) => Promise<string | undefined>,
  directory: Pick<HostDirectory, 'find' | 'isInDoubt' | 'isLoaded'>,
): AskedNames {
  const answers = new Map<string, { merchantId: string | undefined; until: number }>();
  const underWay = new Map<string, Promise<string | undefined>>();
  const allowance = createAllowance();
  let forgotten = 0;

  async function askOnce(hostname: string): Promise<string | undefined> {
    const since = forgotten;
    const merchantId = await ask(hostname);
    // An answer from before a change must not outlive it.
    if (since === forgotten) remember(hostname, merchantId);
    return merchantId;
  }

  function remember(hostname: string, merchantId: string | undefined): void {
    answers.delete(hostname);
    for (const oldest of answers.keys()) {
      if (answers.size < MAX_ANSWERS) break;
      answers.delete(oldest);
    }
    answers.set(hostname, { merchantId, until: performance.now() + ANSWER_TTL_MS });
  }

  /** Shares one query among concurrent requests for a name. */
  function askTogether(hostname: string): Promise<string | undefined> {
    const asking = underWay.get(hostname) ?? askOnce(hostname);
    if (!underWay.has(hostname)) {
      underWay.set(hostname, asking);
      const end = () => {
        if (underWay.get(hostname) === asking) underWay.delete(hostname);
      };
      asking.then(end, end);
    }
    return asking;
  }

  /** The cached answer for a name not in memory; undefined if there is none or it is too old. */
  function recent(hostname: string): { merchantId: string | undefined } | undefined {
    const answer = answers.get(hostname);
    return answer && answer.until > performance.now() ? answer : undefined;
  }

  /** The answer without a query; undefined if a query is needed. */
  function settled(hostname: string): { merchantId: string | undefined } | undefined {
    const merchantId = directory.find(hostname);
    return merchantId !== undefined && !directory.isInDoubt(hostname) ? { merchantId } : recent(hostname);
  }

  return {
    known: (hostname) => (settled(hostname) ?? { merchantId: directory.find(hostname) }).merchantId,
    async find(hostname) {
      const answer = settled(hostname);
      if (answer) return answer.merchantId;
      const inMemory = directory.find(hostname);
      if (!directory.isLoaded()) return await askTogether(hostname);
      if (!underWay.has(hostname) && !allowance.take(underWay.size)) return inMemory;
      try {
        return await withDeadline(askTogether(hostname), ASK_WITHIN_MS, () => new AskedTooLong());
      } catch (error) {
        if (error instanceof AskedTooLong || isDatabaseUnavailable(error)) return inMemory;
        throw error;
      }
    },
    forget(hostname) {
      forgotten += 1;
      answers.delete(hostname);
      underWay.delete(hostname);
    },
  };
}

function createAllowance(): { take(underWay: number): boolean } {
  let second = 0;
  let taken = 0;
  return {
    take(underWay) {
      const now = Math.floor(performance.now() / 1_000);
      if (now !== second) [second, taken] = [now, 0];
      if (underWay >= ASKS_AT_ONCE || taken >= ASKS_PER_SECOND) return false;
      taken += 1;
      return true;
    },
  };
}
