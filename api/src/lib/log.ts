import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Keys that no line of the log may show, wherever in an entry they stand: at its top, or two levels down. */
const SECRETS = ['apiKey', 'keyEncryptionKeys', 'password', 'tokenSecrets'];

const redact = [
  'req.headers.cookie',
  'req.headers.authorization',
  ...['', '*.', '*.*.'].flatMap((place) => SECRETS.map((secret) => `${place}${secret}`)),
];

/** Subject of a line: the request's id, or the job. */
export type LogContext = { reqId: string } | { task: string; jobId: string };

const contexts = new AsyncLocalStorage<LogContext>();

/** Adds `context` to every line that `run`, and all work it starts, writes to any log of the process. */
export function withLogContext<Result>(context: LogContext, run: () => Result): Result {
  return contexts.run(context, run);
}

/** A request's own logger says its id by itself. */
function contextOf(_entry: object, _level: number, log: Logger): object {
  const context = contexts.getStore();
  return context === undefined || 'reqId' in log.bindings() ? {} : context;
}

/** @param destination standard output by default */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, redact, mixin: contextOf };
  return destination ? pino(options, destination) : pino(options);
}
