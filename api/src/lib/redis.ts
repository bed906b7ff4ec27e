import { timeLimits } from './time-limits.ts';
import { withDeadline } from './with-deadline.ts';

type Client = Awaited<ReturnType<typeof newClient>>;

/** After a failure Redis is left alone this long and callers use their in-process fallback. */
const PAUSE_AFTER_FAILURE_MS = 2_000;
/** A connection that stayed silent for so long, though it was pinged, is dead; it is replaced. */
const PING_INTERVAL_MS = 3_000;
const SILENCE_LIMIT_MS = 8_000;

async function newClient(url: string) {
  const { createClient } = await import('redis');
  return createClient({
    url,
    disableOfflineQueue: true,
    // Commands that a hanging Redis leaves unanswered must not fill this process's memory.
    commandsQueueMaxLength: 10_000,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: 1_000,
      socketTimeout: SILENCE_LIMIT_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2_000),
    },
  });
}

const tooSlow = () => new Error('Redis did not answer in time');

export interface Redis {
  /** The command's answer, or undefined when Redis is away, slow or paused after a failure. Never throws. */
  attempt<Result>(command: (client: Client) => Promise<Result>): Promise<Result | undefined>;
  /**
   * Publishes without waiting, so that a slow Redis delays no caller; the message is lost when Redis is away.
   */
  publish(channel: string, message: string): void;
  /** Calls back for each message. Subscribes again by itself after a lost connection. */
  subscribe(channel: string, onMessage: (message: string) => void): void;
  /** True if Redis answered when it was last asked. */
  isUp(): boolean;
  /** True if messages arrive, as far as the process can tell. */
  isListening(): boolean;
  close(): void;
}

export async function openRedis(url: string, onError: (error: Error) => void): Promise<Redis> {
  const commands = (await newClient(url)).on('error', onError);
  const subscriber = (await newClient(url)).on('error', onError);
  // Not awaited: the process starts without Redis and uses it once it is there.
  void commands.connect().catch(onError);
  void subscriber.connect().catch(onError);
  let pausedUntil = 0;

  return {
    async attempt(command) {
      if (!commands.isReady || Date.now() < pausedUntil) return undefined;
      // After a pause one caller finds out whether Redis is back; the others do not wait for that.
      if (pausedUntil > 0) pausedUntil = Date.now() + PAUSE_AFTER_FAILURE_MS;
      try {
        const answer = await withDeadline(command(commands), timeLimits.redis, tooSlow);
        pausedUntil = 0;
        return answer;
      } catch (error) {
        pausedUntil = Date.now() + PAUSE_AFTER_FAILURE_MS;
        onError(error as Error);
        return undefined;
      }
    },
    publish(channel, message) {
      if (commands.isReady) void commands.publish(channel, message).catch(onError);
    },
    subscribe(channel, onMessage) {
      let isSubscribed = false;
      // The client restores its subscriptions on reconnect, but one that failed with its connection it
      // forgets.
      const subscribeOnce = () => {
        if (isSubscribed) return;
        void subscriber.subscribe(channel, onMessage).then(() => {
          isSubscribed = true;
        }, onError);
      };
      subscriber.on('ready', subscribeOnce);
      if (subscriber.isReady) subscribeOnce();
    },
    isListening: () => subscriber.isReady && commands.isReady && pausedUntil === 0,
    isUp: () => commands.isReady && pausedUntil === 0,
    close() {
      commands.destroy();
      subscriber.destroy();
    },
  };
}
