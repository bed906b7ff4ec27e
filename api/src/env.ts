import { z } from 'zod';

/** The only reader of process.env. Everything the process may be told is here, checked once, at start. */

const origin = z
  .string()
  .refine((value) => URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value), {
    error: 'must be an origin such as https://app.example.com, without a path or a trailing slash',
  });

const postgresUrl = z.string().refine((value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value), {
  error: 'must be an address such as postgres://user:password@host:5432/database',
});

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  /** The API's login; it becomes the role cashback_app, which owns nothing and may not bypass row-level security. */
  DATABASE_URL: postgresUrl,
  /** Largest number of connections one process opens. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(10),
  REDIS_URL: z
    .string()
    .refine((value) => /^rediss?:\/\//.test(value) && URL.canParse(value), {
      error: 'must be an address such as redis://host:6379',
    })
    .optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  /** Where staff work. In production a different site from PUBLIC_ORIGIN, so that tags never meet a staff session. */
  APP_ORIGIN: origin.optional(),
  /** Where customers' pages live; its host is also the platform domain under which each merchant has a name. */
  PUBLIC_ORIGIN: origin.optional(),
  /** Key from which QR tokens are derived; whoever has it can forge them. At least 32 characters. */
  TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Whether this process also works off jobs: what time changes in balances, the nightly verification. */
  JOBS: z.enum(['on', 'off']).default('on'),
  /** What the platform's operator shows to be told whether the ledger holds; unset, nobody is told. */
  OPERATOR_TOKEN: z.string().min(32, 'must have at least 32 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Addresses of proxies whose X-Forwarded-For is believed: 'loopback', an address or a CIDR list. Unset: none. */
  TRUST_PROXY: z.string().min(1).optional(),
});

export interface Environment {
  nodeEnv: 'development' | 'test' | 'production';
  databaseUrl: string;
  databasePoolSize: number;
  redisUrl: string | undefined;
  port: number;
  host: string;
  appOrigin: string;
  publicOrigin: string;
  tokenSecret: string;
  jobs: 'on' | 'off';
  operatorToken: string | undefined;
  logLevel: string;
  trustProxy: string | undefined;
}

/** zod's English, for whoever runs the process; the API's own fall-back sentence is for people at the counter. */
const { localeError } = z.locales.en();

/** Reads and checks the environment. Throws one Error that names each wrong value and why. */
export function readEnvironment(source: NodeJS.ProcessEnv): Environment {
  // An empty value is what `KEY=` in a file leaves behind; it means unset.
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(present, {
    error: (issue) => (issue.input === undefined ? 'is required' : localeError(issue)),
  });
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not usable:\n${lines.join('\n')}`);
  }
  const value = parsed.data;
  const localOrigin = `http://localhost:${value.PORT}`;
  return {
    nodeEnv: value.NODE_ENV,
    databaseUrl: value.DATABASE_URL,
    databasePoolSize: value.DATABASE_POOL_SIZE,
    redisUrl: value.REDIS_URL,
    port: value.PORT,
    host: value.HOST,
    appOrigin: value.APP_ORIGIN ?? localOrigin,
    publicOrigin: value.PUBLIC_ORIGIN ?? value.APP_ORIGIN ?? localOrigin,
    tokenSecret: value.TOKEN_SECRET,
    jobs: value.JOBS,
    operatorToken: value.OPERATOR_TOKEN,
    logLevel: value.LOG_LEVEL,
    trustProxy: value.TRUST_PROXY,
  };
}
