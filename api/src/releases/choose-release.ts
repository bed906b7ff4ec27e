import { createHash } from 'node:crypto';
import type { RemoteName, Trial } from 'domain/releases';

/** 0 to 99, always the same for a merchant and a remote, and for each remote another. */
function shareOf(remote: RemoteName, merchantId: string): number {
  return createHash('sha256').update(`${remote}:${merchantId}`).digest().readUInt32BE() % 100;
}

/**
 * Whether this merchant's employees and customers get the release that is tried out. Nobody's pages never do.
 */
export function isInTrial(
  remote: RemoteName,
  trial: Pick<Trial, 'percent' | 'merchants'>,
  merchantId: string | undefined,
): boolean {
  if (merchantId === undefined) return false;
  return trial.merchants.includes(merchantId) || shareOf(remote, merchantId) < trial.percent;
}
