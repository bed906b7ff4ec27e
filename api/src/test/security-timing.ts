const ROUNDS = 300;
const WARM_UP = 30;

/**
 * In how many of the rounds `one` takes longer than `other`: about 0.5 when nobody could tell them apart, 1 when the
 * first always does. They take turns, in changing order, and only neighbours are compared, so that whatever else the
 * machine does slows both alike.
 */
export async function slowerShare(
  one: (round: number) => Promise<unknown>,
  other: (round: number) => Promise<unknown>,
): Promise<number> {
  let slower = 0;
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const times: [one: number, other: number] = [0, 0];
    for (const turn of round % 2 ? [0, 1] : [1, 0]) {
      const startedAt = performance.now();
      await (turn === 0 ? one(round) : other(round));
      times[turn as 0 | 1] = performance.now() - startedAt;
    }
    if (round >= WARM_UP && times[0] > times[1]) slower += 1;
  }
  return slower / ROUNDS;
}
