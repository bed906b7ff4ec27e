import { createHash } from 'node:crypto';
import type { RemoteName, Trial } from 'domain/releases';

/** A number from 0 to 99, constant for a merchant and a remote, and different for each remote. */
function shareOf(remote: RemoteName, merchantId: string): number {
  return createHash('sha256').update(`${remote}:${merchantId}`).digest().readUInt32BE() % 100;
}

/**
 * Returns whether this merchant's employees and customers get the release on trial. Pages without a merchant
 * never do.
 */
export function isInTrial(
  remote: RemoteName,
  trial: Pick<Trial, 'percent' | 'merchants'>,
  merchantId: string | undefined,
): boolean {
  if (merchantId === undefined) return false;
  return trial.merchants.includes(merchantId) || shareOf(remote, merchantId) < trial.percent;
}
