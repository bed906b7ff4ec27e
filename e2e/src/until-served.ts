import { setTimeout } from 'node:timers/promises';
import type { APIResponse } from '@playwright/test';

const TIMES = 5;

/**
 * A product whose machine is too busy says so within two seconds, and is asked again by whoever only prepares
 * a journey. `ask` may be called after what it asked for was done.
 */
export async function untilServed(ask: () => Promise<APIResponse>): Promise<APIResponse> {
  for (let time = 1; time < TIMES; time += 1) {
    const answer = await ask();
    if (answer.status() !== 503) return answer;
    await setTimeout(1_000);
  }
  return await ask();
}
