import { BlockList, isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { formatCnpj, isCnpj } from 'domain/cnpj';
import { z } from 'zod';
import type { BucketAddress } from './lib/bucket.ts';
import type { TokenSecrets } from './lib/derived-keys.ts';
import { KEY_BYTES } from './lib/sealed.ts';

/** The only reader of process.env. Every setting of the process is here, checked once, at start. */

const isOrigin = (value: string) =>
  URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value);

const origin = z.string().refine(isOrigin, {
  error: 'must be an origin such as https://app.example.com, without a path or a trailing slash',
});

const postgresUrl = z.string().refine((value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value), {
  error: 'must be an address such as postgres://user:password@host:5432/database',
});

/** 9.9.9.9, 127.0.0.1:5353, [2620:fe::fe]:53 */
function isDnsServer(text: string): boolean {
  const [, bare] = /^\[(.*)\](?::\d{1,5})?$/.exec(text) ?? [];
  return isIP(bare ?? text) !== 0 || isIP(text.replace(/:\d{1,5}$/, '')) === 4;
}

const PRIVATE_NETWORKS = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE_NETWORKS.addSubnet(network, prefix, 'ipv4');
PRIVATE_NETWORKS.addAddress('::1', 'ipv6');
PRIVATE_NETWORKS.addSubnet('fc00::', 7, 'ipv6');

/** A loopback or private address, which the internet cannot reach. */
function isPrivateAddress(text: string): boolean {
  return isIP(text) !== 0 && PRIVATE_NETWORKS.check(text, isIPv6(text) ? 'ipv6' : 'ipv4');
}

/** Allows http on the loopback only: every call carries a key. */
function isApiBase(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  const isPlain = username === '' && password === '' && !/[?#]|\/$/.test(text);
  return isPlain && (protocol === 'https:' || (protocol === 'http:' && isLoopback));
}

const MAIL_FROM = /^(?:([^<>"\r\n]+?) *<([^\s@<>,;:"]+@[^\s@<>,;:"]+)>|[^\s@<>,;:"]+@[^\s@<>,;:"]+)$/;

const keyBytes = z
  .base64('must be 32 random bytes as base64')
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length === KEY_BYTES, { error: 'must be 32 random bytes as base64' });

const keySchema = z.object({
  /**
   * Wraps the merchants' data keys, which seal their secrets. If it is lost, merchants must enter those
   * secrets again.
   */
  KEY_ENCRYPTION_KEY: keyBytes,
  /**
   * Unwraps what it wrapped before it was replaced; needed until `npm run ops -- keys:rotate` has rewrapped
   * everything.
   */
  KEY_ENCRYPTION_KEY_PREVIOUS: keyBytes.optional(),
});

const tokenSecret = z.string().min(32, 'must have at least 32 characters');

const tokenSchema = z.object({
  /** The keys of QR tokens and password links are derived from it; with it they can be forged. */
  TOKEN_SECRET: tokenSecret,
  /**
   * The secret that TOKEN_SECRET replaced. Tokens made by it can be shown again until `npm run ops --
   * keys:rotate --check` no longer needs it.
   */
  TOKEN_SECRET_PREVIOUS: tokenSecret.optional(),
});

const BUCKET =
  /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[\w.-]+(?:\/[\w.-]+)*))?\/?$/;

const releaseSchema = z.object({
  /**
   * Location of the remotes' releases: a folder, or 's3://bucket/prefix'. Unset: the builds beside the API
   * are served.
   */
  RELEASES: z
    .string()
    .refine((value) => !/^(?:s3:|\w+:\/\/)/.test(value) || BUCKET.test(value), {
      error: 'must be a folder, or an address such as s3://bucket/prefix',
    })
    .optional(),
  /** The bucket's server. Unset: Amazon's in S3_REGION. */
  S3_ENDPOINT: origin.optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/)
    .default('us-east-1'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
});

/** A URI; an e-mail address becomes one. */
const contact = z
  .string()
  .transform((value) => (/^[^\s@:/]+@[^\s@:/]+$/.test(value) ? `mailto:${value}` : value))
  .refine((value) => /^(?:https:\/\/|mailto:|tel:)[!-~]+$/.test(value), {
    error: 'must be an e-mail address, or an address such as https://example.com/help',
  });

/** A line of text for a page. */
const line = z
  .string()
  .trim()
  .min(2, 'must have at least 2 characters')
  .max(500, 'must have at most 500 characters');

/** The platform's own data in the legal texts. Unset: the pages say that they are models. */
const identityShape = {
  PLATFORM_LEGAL_NAME: line,
  PLATFORM_CNPJ: z
    .string()
    .refine(isCnpj, { error: 'must be a CNPJ with its check digits, such as 11.222.333/0001-81' }),
  PLATFORM_ADDRESS: line,
  /** The data protection officer (LGPD, article 41). */
  PRIVACY_OFFICER: line,
  PRIVACY_OFFICER_EMAIL: z.email('must be an address such as privacidade@example.com'),
  /** Companies that help with personal data: 'Acme (hospedagem, Brasil); Bits (emails, EUA)'. */
  SUBPROCESSORS: line,
};
const identitySchema = z.object(identityShape);

const schema = keySchema
  .extend(tokenSchema.shape)
  .extend(releaseSchema.shape)
  .extend(identitySchema.partial().shape)
  .extend({
    /** Interval at which a process checks whether another release is to be shown. */
    RELEASES_EVERY_SECONDS: z.coerce.number().min(0.1).max(600).default(5),
    NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
    /**
     * The API's login. It becomes the role cashback_app, which owns nothing and may not bypass row-level
     * security.
     */
    DATABASE_URL: postgresUrl,
    /** The jobs' login, with the role cashback_worker. Unset: jobs use DATABASE_URL, as cashback_app. */
    DATABASE_WORKER_URL: postgresUrl.optional(),
    /**
     * The login of look-ups before a tenant is known, with the role cashback_lookup_caller. Unset:
     * DATABASE_URL is used.
     */
    DATABASE_LOOKUP_URL: postgresUrl.optional(),
    /** Largest number of connections that one process opens. */
    DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
    REDIS_URL: z
      .string()
      .refine((value) => /^rediss?:\/\//.test(value) && URL.canParse(value), {
        error: 'must be an address such as redis://host:6379',
      })
      .optional(),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    HOST: z.string().min(1).default('0.0.0.0'),
    /**
     * Origin of the employees' pages. In production a different site from PUBLIC_ORIGIN, so that tags never
     * meet a staff session.
     */
    APP_ORIGIN: origin.optional(),
    /**
     * Origin of customers' pages. Its host is also the platform domain under which each merchant has a name.
     */
    PUBLIC_ORIGIN: origin.optional(),
    /** With 'on' this process also runs jobs: balance changes that are due, and the nightly verification. */
    JOBS: z.enum(['on', 'off']).default('on'),
    /** The platform's token to ask whether the ledger holds. Unset: that question is never answered. */
    OPERATOR_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
    /**
     * Contact for reports of vulnerabilities, published in /.well-known/security.txt. Unset: there is no such
     * file.
     */
    SECURITY_CONTACT: contact.optional(),
    /** Who helps an owner that can't sign in; shown at 'Esqueci minha senha' where no mail is sent. */
    SUPPORT_CONTACT: contact.optional(),
    /**
     * The mail server, 'smtps://user:password@host:465' or 'smtp://host:587'. Unset: links are shown once
     * instead.
     */
    SMTP_URL: z
      .string()
      .refine(
        (value) => /^smtps?:\/\//.test(value) && URL.canParse(value) && new URL(value).hostname !== '',
        {
          error: 'must be an address such as smtps://user:password@host:465',
        },
      )
      .optional(),
    /** Sender of e-mails: 'avisos@example.com' or 'Cashback <avisos@example.com>'. */
    MAIL_FROM: z.string().regex(MAIL_FROM, { error: "must be an address, or 'Name <address>'" }).optional(),
    /**
     * The platform's on-call address, alerted when expiries or redemptions are held. Unset: only /ledgerz and
     * the log report it.
     */
    PLATFORM_EMAIL: z.email('must be an address such as plantao@example.com').optional(),
    /**
     * A file in MaxMind's format with cities, such as GeoLite2 City or DB-IP City Lite: for the places of
     * sessions, and alerts of logins from far away. Unset: no address has a place.
     */
    PLACES_DATABASE: z.string().min(1).optional(),
    /**
     * Resolvers for the records of merchants' own domains: '9.9.9.9, 127.0.0.1:5353'. Unset: the system's.
     */
    DNS_SERVERS: z
      .string()
      .transform((list) => list.split(',').map((server) => server.trim()))
      .refine((servers) => servers.every(isDnsServer), {
        error: 'must be addresses such as 9.9.9.9, 149.112.112.112',
      })
      .default([]),
    /**
     * Origins that webhooks may call although they are private or http: receivers in the platform's own
     * network.
     */
    WEBHOOK_EXCEPTIONS: z
      .string()
      .transform((list) => list.split(',').map((each) => each.trim()))
      .refine((origins) => origins.every(isOrigin), {
        error: 'must be origins such as http://10.0.0.5:4000, without a path or a trailing slash',
      })
      .default([]),
    /** Mailchimp's API; '{server}' stands for the server that hosts a merchant's account. */
    MAILCHIMP_API: z
      .string()
      .refine(
        (value) => value.split('{server}').length === 2 && isApiBase(value.replace('{server}', 'us1')),
        {
          error:
            "must be an address such as https://{server}.api.mailchimp.com/3.0, with '{server}' in it once",
        },
      )
      .default('https://{server}.api.mailchimp.com/3.0'),
    /** RD Station's API. */
    RD_STATION_API: z
      .string()
      .refine(isApiBase, { error: 'must be an address such as https://api.rd.services/platform' })
      .default('https://api.rd.services/platform'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    /**
     * Port where a TLS front on this machine asks whether a host is ours, as Caddy does before it gets a
     * certificate. Unset: not served.
     */
    TLS_ASK_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    TLS_ASK_HOST: z
      .string()
      .refine(isPrivateAddress, { error: 'must be a loopback or private address such as 127.0.0.1' })
      .default('127.0.0.1'),
    /** Port for Prometheus and an orchestrator's probes: /metrics, /readyz, /healthz. Unset: not served. */
    METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
    METRICS_HOST: z
      .string()
      .refine((value) => isPrivateAddress(value) || value === '0.0.0.0' || value === '::', {
        error:
          'must be a loopback or private address such as 127.0.0.1, or 0.0.0.0 where only a private network leads here',
      })
      .default('127.0.0.1'),
    /**
     * Seconds for which a process goes on serving after it was told to stop, until load balancers have
     * noticed.
     */
    DRAIN_DELAY: z.coerce.number().min(0).max(120).default(0),
    /**
     * Addresses of proxies whose X-Forwarded-For is trusted: 'loopback', an address or a CIDR list. Unset:
     * none.
     */
    TRUST_PROXY: z.string().min(1).optional(),
  })
  .refine((value) => value.SMTP_URL === undefined || value.MAIL_FROM !== undefined, {
    path: ['MAIL_FROM'],
    // The first mail server would refuse a mail without a sender.
    error: 'is required with SMTP_URL',
  })
  .refine((value) => value.PLATFORM_EMAIL === undefined || value.SMTP_URL !== undefined, {
    path: ['SMTP_URL'],
    error: 'is required with PLATFORM_EMAIL',
  });

/** Storage of releases: a folder or a bucket. */
export type ReleasePlace = { kind: 'folder'; path: string } | ({ kind: 'bucket' } & BucketAddress);

/** Who runs the platform, as the legal texts name it. */
export interface PlatformIdentity {
  legalName: string;
  /** Punctuated. */
  cnpj: string;
  address: string;
  officer: string;
  officerEmail: string;
  subprocessors: string;
}

export interface Environment {
  nodeEnv: 'development' | 'test' | 'production';
  databaseUrl: string;
  databaseWorkerUrl: string | undefined;
  databaseLookupUrl: string | undefined;
  databasePoolSize: number;
  redisUrl: string | undefined;
  port: number;
  host: string;
  appOrigin: string;
  publicOrigin: string;
  tokenSecrets: TokenSecrets;
  /** The current key, then the previous one if there is one. */
  keyEncryptionKeys: [Buffer, ...Buffer[]];
  jobs: 'on' | 'off';
  platformToken: string | undefined;
  /** A URI. */
  securityContact: string | undefined;
  /** A URI. */
  supportContact: string | undefined;
  mail: { smtpUrl: string; from: { name: string; address: string } } | undefined;
  platformEmail: string | undefined;
  /** A path. */
  placesDatabase: string | undefined;
  platformIdentity: PlatformIdentity | undefined;
  dnsServers: string[];
  mailchimpApi: string;
  rdStationApi: string;
  webhookExceptions: string[];
  tlsAsk: { port: number; host: string } | undefined;
  metrics: { port: number; host: string } | undefined;
  drainDelayMs: number;
  logLevel: string;
  trustProxy: string | undefined;
  releases: ReleasePlace | undefined;
  releasesEverySeconds: number;
}

/**
 * zod's English messages, for the engineer who starts the process. The API's fallback message is Portuguese,
 * for employees at the counter.
 */
const { localeError } = z.locales.en();

function check<Shape extends z.ZodType>(shape: Shape, source: NodeJS.ProcessEnv): z.output<Shape> {
  // `KEY=` in a file leaves an empty value, which means unset.
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = shape.safeParse(present, {
    error: (issue) => (issue.input === undefined ? 'is required' : localeError(issue)),
  });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is not usable:\n${lines.join('\n')}`);
}

/** Reads and checks the environment. Throws one Error that names each wrong value and the reason. */
export function readEnvironment(source: NodeJS.ProcessEnv): Environment {
  const value = check(schema, source);
  const localOrigin = `http://localhost:${value.PORT}`;
  return {
    nodeEnv: value.NODE_ENV,
    databaseUrl: value.DATABASE_URL,
    databaseWorkerUrl: value.DATABASE_WORKER_URL,
    databaseLookupUrl: value.DATABASE_LOOKUP_URL,
    databasePoolSize: value.DATABASE_POOL_SIZE,
    redisUrl: value.REDIS_URL,
    port: value.PORT,
    host: value.HOST,
    appOrigin: value.APP_ORIGIN ?? localOrigin,
    publicOrigin: value.PUBLIC_ORIGIN ?? value.APP_ORIGIN ?? localOrigin,
    tokenSecrets: tokenSecretsOf(value),
    keyEncryptionKeys: keysOf(value),
    jobs: value.JOBS,
    platformToken: value.OPERATOR_TOKEN,
    securityContact: value.SECURITY_CONTACT,
    supportContact: value.SUPPORT_CONTACT,
    mail: mailOf(value.SMTP_URL, value.MAIL_FROM),
    platformEmail: value.PLATFORM_EMAIL,
    placesDatabase: value.PLACES_DATABASE,
    platformIdentity: identityOf(value),
    dnsServers: value.DNS_SERVERS,
    mailchimpApi: value.MAILCHIMP_API,
    rdStationApi: value.RD_STATION_API,
    webhookExceptions: value.WEBHOOK_EXCEPTIONS,
    tlsAsk:
      value.TLS_ASK_PORT === undefined ? undefined : { port: value.TLS_ASK_PORT, host: value.TLS_ASK_HOST },
    metrics:
      value.METRICS_PORT === undefined ? undefined : { port: value.METRICS_PORT, host: value.METRICS_HOST },
    drainDelayMs: value.DRAIN_DELAY * 1_000,
    logLevel: value.LOG_LEVEL,
    trustProxy: value.TRUST_PROXY,
    releases: releasePlaceOf(value),
    releasesEverySeconds: value.RELEASES_EVERY_SECONDS,
  };
}

/** Reads only the location of releases, for the programs that publish them. */
export function readReleasePlace(source: NodeJS.ProcessEnv): ReleasePlace | undefined {
  return releasePlaceOf(check(releaseSchema, source));
}

function releasePlaceOf(value: z.output<typeof releaseSchema>): ReleasePlace | undefined {
  const { RELEASES: place, S3_REGION: region } = value;
  if (place === undefined) return undefined;
  const named = BUCKET.exec(place)?.groups;
  if (!named?.bucket) return { kind: 'folder', path: resolve(place) };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = value;
  if (!accessKeyId || !secretAccessKey) {
    throw new Error(
      'The environment is not usable:\n  AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: are required with RELEASES in a bucket',
    );
  }
  const endpoint = value.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  return {
    kind: 'bucket',
    endpoint,
    region,
    bucket: named.bucket,
    prefix: named.prefix ?? '',
    accessKeyId,
    secretAccessKey,
  };
}

/** Reads only the key encryption keys, for programs that need nothing else. */
export function readKeyEncryptionKeys(source: NodeJS.ProcessEnv): Environment['keyEncryptionKeys'] {
  return keysOf(check(keySchema, source));
}

function keysOf(value: z.output<typeof keySchema>): Environment['keyEncryptionKeys'] {
  const { KEY_ENCRYPTION_KEY: current, KEY_ENCRYPTION_KEY_PREVIOUS: previous } = value;
  return previous ? [current, previous] : [current];
}

/** Reads only the secrets that tokens are derived from. */
export function readTokenSecrets(source: NodeJS.ProcessEnv): TokenSecrets {
  return tokenSecretsOf(check(tokenSchema, source));
}

function tokenSecretsOf(value: z.output<typeof tokenSchema>): TokenSecrets {
  const { TOKEN_SECRET: current, TOKEN_SECRET_PREVIOUS: previous } = value;
  return previous ? [current, previous] : [current];
}

function mailOf(smtpUrl: string | undefined, from: string | undefined): Environment['mail'] {
  if (smtpUrl === undefined || from === undefined) return undefined;
  const [, name = '', address = from] = MAIL_FROM.exec(from) ?? [];
  return { smtpUrl, from: { name, address } };
}

/** All of the identity or none of it: a text with one gap is no better than a model. */
function identityOf(value: z.output<typeof schema>): PlatformIdentity | undefined {
  const names = Object.keys(identityShape) as (keyof typeof identityShape)[];
  if (names.every((name) => value[name] === undefined)) return undefined;
  const given = names.map((name) => [name, value[name]]);
  const identity = check(identitySchema, Object.fromEntries(given));
  return {
    legalName: identity.PLATFORM_LEGAL_NAME,
    cnpj: formatCnpj(identity.PLATFORM_CNPJ),
    address: identity.PLATFORM_ADDRESS,
    officer: identity.PRIVACY_OFFICER,
    officerEmail: identity.PRIVACY_OFFICER_EMAIL,
    subprocessors: identity.SUBPROCESSORS,
  };
}
