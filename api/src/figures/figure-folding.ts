import type { Logger } from 'pino';
import type { Tenancy } from '../tenant.ts';
import { foldChanges } from './fold-changes.ts';

/** A read folds what is noted before it answers; so that this stays some two milliseconds, no more than that lies there. */
const CHANGES_BEFORE_FOLD = 64;

/** Keeps what is noted of a busy merchant short. What few changes leave, the job and the next read fold. */
export interface FigureFolding {
  /** Something of this merchant was changed, and committed. Returns at once. */
  noted(merchantId: string): void;
  /** Resolves when nothing is being folded any more. */
  idle(): Promise<void>;
}

/** One merchant after the other: folding never takes more than one connection from those who sell. */
export function createFigureFolding({
  tenancy,
  log,
}: {
  tenancy: Pick<Tenancy, 'withTenant'>;
  log: Pick<Logger, 'warn'>;
}): FigureFolding {
  const counts = new Map<string, number>();
  let folding = Promise.resolve();

  async function fold(merchantId: string): Promise<void> {
    try {
      await foldChanges(tenancy, merchantId);
    } catch (error) {
      log.warn({ err: error, merchantId }, 'noted changes were left for the job to fold');
    }
  }

  return {
    noted(merchantId) {
      const count = (counts.get(merchantId) ?? 0) + 1;
      if (count < CHANGES_BEFORE_FOLD) {
        counts.set(merchantId, count);
        return;
      }
      counts.delete(merchantId);
      folding = folding.then(() => fold(merchantId));
    },
    idle: () => folding,
  };
}
