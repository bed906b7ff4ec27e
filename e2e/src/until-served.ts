import { setTimeout } from 'node:timers/promises';
import type { APIResponse } from '@playwright/test';

const TIMES = 5;

/**
 * Repeats a request that an overloaded product refused within two seconds. `ask` may run again after its
 * first request succeeded.
 */
export async function untilServed(ask: () => Promise<APIResponse>): Promise<APIResponse> {
  for (let time = 1; time < TIMES; time += 1) {
    const answer = await ask();
    if (answer.status() !== 503) return answer;
    await setTimeout(1_000);
  }
  return await ask();
}
