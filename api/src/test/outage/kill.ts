import { randomInt } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { TestDatabase } from 'database/test-server';
import type pg from 'pg';
import { createHttpClient, type HttpClient } from 'testing/http-client';
import { signUpMerchant } from 'testing/signed-in-merchant';
import { expect } from 'vitest';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import { findContradictions, rememberedTotals, storedTotals } from './effects.ts';
import { type OutageLoad, startOutageLoad } from './load.ts';

/** The promised limit: a killed API that is started again takes calls after at most so long. */
const READY_WITHIN_MS = 5_000;
const PEOPLE = 8;

export interface KilledApi {
  /**
   * One round: load, kill, start again, compare; with `survivor`, a second process that is never killed takes
   * calls too.
   */
  killOnce(options: { survivor: boolean }): Promise<void>;
  /** From the start of the new process to its first 'ready', for each round. */
  readyTimesMs: number[];
  /** Calls that were cut off in the middle, over all rounds. */
  cutOff(): number;
  acknowledged(): number;
  close(): Promise<void>;
}

async function untilReady(client: HttpClient, since: number): Promise<number> {
  await expect
    .poll(async () => (await client.fetch('/readyz').catch(() => undefined))?.status, {
      timeout: READY_WITHIN_MS,
      interval: 20,
    })
    .toBe(200);
  return performance.now() - since;
}

/** Starts two API processes on one database: one to be killed again and again, one to survive. */
export async function startKilledApi(database: TestDatabase, owner: pg.Pool): Promise<KilledApi> {
  const extraEnv = { TIME_LIMITS: 'product' };
  const start = (port = 0) => startApiProcess({ databaseUrl: database.appUrl, port, extraEnv });
  let victim: ApiProcess = await start();
  const survivor = await start();
  const port = Number(new URL(victim.url).port);
  const clients = { victim: createHttpClient(victim.url), survivor: createHttpClient(survivor.url) };
  const readyTimesMs: number[] = [];
  const counts = { cutOff: 0, acknowledged: 0 };

  async function killAndStartAgain(): Promise<void> {
    await victim.kill('SIGKILL');
    const since = performance.now();
    victim = await start(port);
    readyTimesMs.push(await untilReady(clients.victim, since));
  }

  function everybodyWasAnswered(load: OutageLoad, since: number): boolean {
    return load.observed.filter((call) => call.startedAt > since && call.status === 200).length >= PEOPLE * 3;
  }

  return {
    readyTimesMs,
    cutOff: () => counts.cutOff,
    acknowledged: () => counts.acknowledged,
    async killOnce(options) {
      const merchant = await signUpMerchant(clients.survivor);
      const both = () => (options.survivor ? [clients.victim, clients.survivor] : [clients.victim]);
      const load = startOutageLoad(both, merchant, PEOPLE);
      await setTimeout(randomInt(30, 400));
      await killAndStartAgain();
      const readyAt = performance.now();
      await expect.poll(() => everybodyWasAnswered(load, readyAt), { timeout: 10_000 }).toBe(true);
      await load.stop();
      expect(load.surprises).toEqual([]);
      expect(await findContradictions(owner, merchant.id, load.people)).toEqual([]);
      await load.settle();
      expect(load.surprises).toEqual([]);
      expect(await findContradictions(owner, merchant.id, load.people)).toEqual([]);
      expect(await storedTotals(owner, merchant.id)).toEqual(rememberedTotals(load.people));
      counts.cutOff += load.observed.filter((call) => call.isCutOff).length;
      counts.acknowledged += load.observed.filter((call) => call.status === 200).length;
    },
    async close() {
      for (const client of Object.values(clients)) client.close();
      await Promise.all([victim.kill(), survivor.kill()]);
    },
  };
}
