/**
 * Ways to fail. 'refuse' closes the connection at once, 'hang' never answers; 'cut' carries the call out and
 * breaks its answer off, so that the caller cannot know. All others only answer.
 */
export type Misbehavior = 'refuse' | 'hang' | 'error500' | 'busy429' | 'forbidden403' | 'html200' | 'cut';

export interface MisbehaviorOptions {
  /** The number of calls; without it until changed. */
  times?: number;
  /** Limits the misbehavior to calls with this key. */
  key?: string;
  /** Sent as Retry-After with 'busy429'. */
  retryAfterSeconds?: number;
}

/** The failures that a fake simulates, and for how many more calls. */
export function createMood() {
  let mood: (MisbehaviorOptions & { mode: Misbehavior }) | undefined;
  return {
    /** Takes effect with the next call; undefined: as one should. */
    misbehave(mode: Misbehavior | undefined, how: MisbehaviorOptions = {}): void {
      mood = mode && { ...how, mode };
    },
    /** Decides how a call with this key is treated, and counts it as one of the times. */
    towards(key: string | undefined): { mode?: Misbehavior; retryAfterSeconds?: number } {
      if (!mood || (mood.key !== undefined && mood.key !== key)) return {};
      const { mode, retryAfterSeconds, times } = mood;
      if (times !== undefined) mood = times > 1 ? { ...mood, times: times - 1 } : undefined;
      return retryAfterSeconds === undefined ? { mode } : { mode, retryAfterSeconds };
    },
  };
}
