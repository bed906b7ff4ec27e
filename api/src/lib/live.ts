import { EventEmitter } from 'node:events';
import type { Redis } from './redis.ts';

const CHANNEL = 'live';

/** Tells watchers that a movement is confirmed, across processes when there is Redis. */
export interface Live {
  /**
   * `subject` is the id of a purchase or a redemption. Never throws: a lost message only costs the watcher a
   * poll.
   */
  publish(subject: string): void;
  /** Calls back at each publication of `subject`; returns what stops it. */
  watch(subject: string, onPublished: () => void): () => void;
  /** True while publications of other processes reach this one. */
  hearsOthers(): boolean;
}

export function createLive(redis: Redis | undefined): Live {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  redis?.subscribe(CHANNEL, (subject) => emitter.emit(subject));
  return {
    publish(subject) {
      emitter.emit(subject);
      redis?.publish(CHANNEL, subject);
    },
    watch(subject, onPublished) {
      emitter.on(subject, onPublished);
      return () => emitter.off(subject, onPublished);
    },
    hearsOthers: () => redis?.isListening() === true,
  };
}
