/**
 * Ways to misbehave. 'refuse' closes the connection at once, 'hang' never answers; 'cut' carries the call out
 * and breaks its answer off, so that the caller cannot know. All others answer without carrying the call out.
 */
export type Misbehavior = 'refuse' | 'hang' | 'error500' | 'busy429' | 'forbidden403' | 'html200' | 'cut';

export interface MisbehaviorOptions {
  /** How many calls; without it all until the next change. */
  times?: number;
  /** Affects only calls with this key. */
  key?: string;
  /** Sent as Retry-After with 'busy429'. */
  retryAfterSeconds?: number;
}

/** The misbehavior of a fake, and for how many more calls. */
export function createMood() {
  let mood: (MisbehaviorOptions & { mode: Misbehavior }) | undefined;
  return {
    /** Takes effect with the next call; undefined ends the misbehavior. */
    misbehave(mode: Misbehavior | undefined, how: MisbehaviorOptions = {}): void {
      mood = mode && { ...how, mode };
    },
    /** The treatment of a call with this key, which counts as one of the times. */
    towards(key: string | undefined): { mode?: Misbehavior; retryAfterSeconds?: number } {
      if (!mood || (mood.key !== undefined && mood.key !== key)) return {};
      const { mode, retryAfterSeconds, times } = mood;
      if (times !== undefined) mood = times > 1 ? { ...mood, times: times - 1 } : undefined;
      return retryAfterSeconds === undefined ? { mode } : { mode, retryAfterSeconds };
    },
  };
}
