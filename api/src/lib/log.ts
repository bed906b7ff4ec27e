import { type DestinationStream, type Logger, pino } from 'pino';

/** What no line of the log may show, wherever in an entry it stands: at its top, or in something two levels down. */
const SECRETS = ['apiKey', 'keyEncryptionKeys', 'password', 'tokenSecret'];

const redact = [
  'req.headers.cookie',
  'req.headers.authorization',
  ...['', '*.', '*.*.'].flatMap((place) => SECRETS.map((secret) => `${place}${secret}`)),
];

/** @param destination standard output unless told otherwise */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return destination ? pino({ level, redact }, destination) : pino({ level, redact });
}
