import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deriveKey, type TokenSecrets } from '../lib/derived-keys.ts';
import type { Tenancy } from '../tenant.ts';
import { type ConfirmationTrace, insertConfirmationTraces } from './confirmation-traces.sql.ts';

/** Interval of the shared writes; a killed process loses at most this much. */
const WRITE_EVERY_MS = 250;
const MAX_BATCH = 500;
const MAX_WAITING = 5_000;
const HASH_BYTES = 16;

/** Traits of the confirming browser, as its request shows them. */
export interface ConfirmingBrowser {
  network: string;
  /** The headers in which devices differ. */
  deviceTraits: string;
}

export interface ConfirmationTraces {
  /**
   * Keeps where a confirmation came from. Returns at once and never throws: no confirmation waits for its
   * trace.
   */
  record(
    confirmed: Pick<ConfirmationTrace, 'merchantId' | 'sourceId' | 'kind'>,
    browser: ConfirmingBrowser,
  ): void;
  /** Resolves when everything recorded so far is written, or given up. */
  idle(): Promise<void>;
}

export type DeviceHash = (merchantId: string, deviceTraits: string) => Buffer;

/**
 * Hashes the traits by which browsers differ. Differs by merchant, so that one device cannot be followed
 * through several merchants.
 */
export function createDeviceHash(tokenSecrets: TokenSecrets): DeviceHash {
  const key = deriveKey(tokenSecrets[0], 'confirmation-trace');
  return (merchantId, deviceTraits) =>
    createHmac('sha256', key).update(`${merchantId}\0${deviceTraits}`).digest().subarray(0, HASH_BYTES);
}

export function createConfirmationTraces({
  tenancy,
  tokenSecrets,
  log,
}: {
  tenancy: Pick<Tenancy, 'withoutTenant'>;
  tokenSecrets: TokenSecrets;
  log: Pick<Logger, 'warn'>;
}): ConfirmationTraces {
  const hashDevice = createDeviceHash(tokenSecrets);
  const waiting: ConfirmationTrace[] = [];
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    await delay(WRITE_EVERY_MS);
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      for (const kind of ['cashback', 'redemption'] as const) {
        const traces = batch.filter((trace) => trace.kind === kind);
        if (traces.length === 0) continue;
        await insertConfirmationTraces(tenancy, kind, traces).catch((err: unknown) =>
          log.warn({ err, traces: traces.length }, 'traces of confirmations were lost'),
        );
      }
    }
    writing = undefined;
  }

  return {
    record({ merchantId, sourceId, kind }, { network, deviceTraits }) {
      if (waiting.length >= MAX_WAITING) return;
      const deviceHash = hashDevice(merchantId, deviceTraits);
      waiting.push({ merchantId, sourceId, kind, network, deviceHash });
      writing ??= write();
    },
    idle: async () => await writing,
  };
}
