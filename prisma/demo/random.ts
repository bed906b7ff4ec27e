/** Numbers that look random and are the same in every run, so that everybody sees the same demo. */
export interface Random {
  /** From 0 up to 1, 1 excluded. */
  number(): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** One of the list, which is not empty. */
  pick(items: readonly string[]): string;
  /** Around 0, mostly between -2 and 2. */
  normal(): number;
}

/** Park and Miller's generator: the next state is the last one times 48,271, modulo 2^31 - 1. */
export function createRandom(seed: number): Random {
  let state = seed;
  const number = () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
  return {
    number,
    chance: (probability) => number() < probability,
    pick: (items) => items[Math.floor(number() * items.length)] ?? '',
    // By Box and Muller; the first of the two is never 0, whose logarithm is infinite.
    normal: () => Math.sqrt(-2 * Math.log(1 - number())) * Math.cos(2 * Math.PI * number()),
  };
}
