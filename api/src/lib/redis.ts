import { createClient } from 'redis';

type Client = ReturnType<typeof newClient>;

/** Redis holds only what may be lost, so nobody waits for it longer than this. */
const COMMAND_TIMEOUT_MS = 100;
/** After a failure Redis is left alone this long and callers use their in-process fallback. */
const PAUSE_AFTER_FAILURE_MS = 2_000;

function newClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    // What a hanging Redis leaves unanswered must not fill this process's memory.
    commandsQueueMaxLength: 10_000,
    socket: { connectTimeout: 1_000, reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 2_000) },
  });
}

export interface Redis {
  /** The command's answer, or undefined when Redis is away, slow or paused after a failure. Never throws. */
  attempt<Result>(command: (client: Client) => Promise<Result>): Promise<Result | undefined>;
  /** Sends and forgets: nobody waits for a slow Redis, and the message is lost when it is away. */
  publish(channel: string, message: string): void;
  /** Calls back for each message. Subscribes again by itself after a lost connection. */
  subscribe(channel: string, onMessage: (message: string) => void): void;
  close(): void;
}

export function openRedis(url: string, onError: (error: Error) => void): Redis {
  const commands = newClient(url).on('error', onError);
  const subscriber = newClient(url).on('error', onError);
  // Not awaited to the end: the process starts without Redis and uses it once it is there.
  void commands.connect().catch(onError);
  void subscriber.connect().catch(onError);
  let pausedUntil = 0;

  return {
    async attempt(command) {
      if (!commands.isReady || Date.now() < pausedUntil) return undefined;
      let timer: NodeJS.Timeout | undefined;
      try {
        const timeout = new Promise<never>((_, reject) => {
          // A busy process is no proof of a slow Redis: what has already arrived is read before judging.
          const judge = () => reject(new Error('Redis did not answer in time'));
          timer = setTimeout(() => setImmediate(judge), COMMAND_TIMEOUT_MS);
        });
        return await Promise.race([command(commands), timeout]);
      } catch (error) {
        pausedUntil = Date.now() + PAUSE_AFTER_FAILURE_MS;
        onError(error as Error);
        return undefined;
      } finally {
        clearTimeout(timer);
      }
    },
    publish(channel, message) {
      if (commands.isReady) void commands.publish(channel, message).catch(onError);
    },
    subscribe(channel, onMessage) {
      const whenReady = subscriber.isReady
        ? Promise.resolve()
        : new Promise<void>((resolve) => subscriber.once('ready', () => resolve()));
      // The client restores its subscriptions on reconnect; only the first one has to wait for the connection.
      void whenReady.then(() => subscriber.subscribe(channel, onMessage)).catch(onError);
    },
    close() {
      commands.destroy();
      subscriber.destroy();
    },
  };
}
