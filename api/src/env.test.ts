import { expect, test } from 'vitest';
import { readEnvironment } from './env.ts';

const GOOD = {
  DATABASE_URL: 'postgres://api:secret@db:5432/cashback',
  TOKEN_SECRET: 'x'.repeat(32),
  KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
};

const WRONG: [name: string, value: string, why: RegExp][] = [
  ['NODE_ENV', 'prod', /production/],
  ['DATABASE_URL', 'mysql://db/cashback', /must be an address such as postgres:/],
  ['DATABASE_URL', 'db:5432', /must be an address such as postgres:/],
  ['DATABASE_WORKER_URL', 'db:5432', /must be an address such as postgres:/],
  ['DATABASE_LOOKUP_URL', 'db:5432', /must be an address such as postgres:/],
  ['DATABASE_POOL_SIZE', '1', />=2/],
  ['DATABASE_POOL_SIZE', '201', /<=200/],
  ['DATABASE_POOL_SIZE', 'ten', /number/],
  ['REDIS_URL', 'localhost:6379', /must be an address such as redis:/],
  ['PORT', '65536', /<=65535/],
  ['PORT', '-1', />=0/],
  ['PORT', '3000.5', /int/],
  ['APP_ORIGIN', 'app.example.com', /must be an origin such as https:/],
  ['APP_ORIGIN', 'https://app.example.com/', /without a path or a trailing slash/],
  ['APP_ORIGIN', 'https://App.example.com', /must be an origin/],
  ['APP_ORIGIN', 'javascript:alert(1)', /must be an origin/],
  ['PUBLIC_ORIGIN', 'https://clube.example.com/x', /without a path or a trailing slash/],
  ['TOKEN_SECRET', 'x'.repeat(31), /at least 32 characters/],
  ['TOKEN_SECRET_PREVIOUS', 'x'.repeat(31), /at least 32 characters/],
  ['KEY_ENCRYPTION_KEY', Buffer.alloc(31).toString('base64'), /32 random bytes as base64/],
  ['KEY_ENCRYPTION_KEY', Buffer.alloc(33).toString('base64'), /32 random bytes as base64/],
  ['KEY_ENCRYPTION_KEY', 'x'.repeat(64), /32 random bytes as base64/],
  ['KEY_ENCRYPTION_KEY', `${'-'.repeat(43)}=`, /32 random bytes as base64/],
  ['KEY_ENCRYPTION_KEY_PREVIOUS', 'x'.repeat(64), /32 random bytes as base64/],
  ['LOG_LEVEL', 'loud', /fatal/],
  ['JOBS', 'no', /"on"/],
  ['OPERATOR_TOKEN', 'x'.repeat(31), /at least 32 characters/],
  ['SECURITY_CONTACT', 'seguranca', /must be an e-mail address, or an address such as/],
  ['SECURITY_CONTACT', 'http://example.com/security', /must be an e-mail address/],
  ['SECURITY_CONTACT', 'https://example.com/a b', /must be an e-mail address/],
  ['SECURITY_CONTACT', 'mailto:a@example.com\nCanonical: https://evil.example', /must be an e-mail address/],
  ['SMTP_URL', 'mail.example.com:25', /must be an address such as smtps:/],
  ['SMTP_URL', 'http://mail.example.com', /must be an address such as smtps:/],
  ['PLATFORM_CNPJ', '11.222.333/0001-82', /must be a CNPJ with its check digits/],
  ['PRIVACY_OFFICER_EMAIL', 'privacidade', /must be an address such as/],
  ['MAIL_FROM', 'avisos', /must be an address, or/],
  ['MAIL_FROM', 'a@example.com, b@example.com', /must be an address, or/],
  ['MAIL_FROM', 'Loja <a@example.com>\r\nBcc: b@example.com', /must be an address, or/],
  ['DNS_SERVERS', 'dns.example.com', /must be addresses such as 9\.9\.9\.9/],
  ['DNS_SERVERS', '9.9.9.9,', /must be addresses/],
  ['WEBHOOK_EXCEPTIONS', 'erp.internal:4000', /must be origins such as http:/],
  ['WEBHOOK_EXCEPTIONS', 'http://10.0.0.5:4000/', /without a path or a trailing slash/],
  ['WEBHOOK_EXCEPTIONS', 'http://10.0.0.5:4000,', /must be origins/],
  ['MAILCHIMP_API', 'https://us1.api.mailchimp.com/3.0', /with '\{server\}' in it once/],
  ['MAILCHIMP_API', 'https://{server}.{server}.example.com', /with '\{server\}' in it once/],
  ['MAILCHIMP_API', 'http://{server}.api.mailchimp.com/3.0', /must be an address such as https:/],
  ['MAILCHIMP_API', '{server}.api.mailchimp.com/3.0', /must be an address such as https:/],
  ['RD_STATION_API', 'http://api.rd.services/platform', /must be an address such as https:/],
  ['RD_STATION_API', 'https://api.rd.services/platform/', /must be an address such as https:/],
  ['RD_STATION_API', 'https://u:p@api.rd.services', /must be an address such as https:/],
  ['RD_STATION_API', 'http://127.0.0.1.example.com', /must be an address such as https:/],
  ['TLS_ASK_PORT', '65536', /<=65535/],
  ['TLS_ASK_HOST', '0.0.0.0', /must be a loopback or private address/],
  ['TLS_ASK_HOST', '::', /must be a loopback or private address/],
  ['TLS_ASK_HOST', '203.0.113.7', /must be a loopback or private address/],
  ['TLS_ASK_HOST', '172.32.0.1', /must be a loopback or private address/],
  ['TLS_ASK_HOST', '::ffff:203.0.113.7', /must be a loopback or private address/],
  ['TLS_ASK_HOST', 'localhost', /must be a loopback or private address/],
  ['METRICS_PORT', '65536', /<=65535/],
  ['METRICS_HOST', '203.0.113.7', /must be a loopback or private address/],
  ['METRICS_HOST', 'localhost', /must be a loopback or private address/],
  ['RELEASES', 's3:/lojas', /must be a folder, or an address such as s3:/],
  ['RELEASES', 's3://lojas/../x y', /must be a folder, or an address such as s3:/],
  // Otherwise it would be read as an empty folder of that name.
  ['RELEASES', 'https://lojas.s3.amazonaws.com', /must be a folder, or an address such as s3:/],
  ['S3_ENDPOINT', 'bucket.example.com', /must be an origin such as https:/],
  ['DRAIN_DELAY', '-1', />=0/],
  ['DRAIN_DELAY', '121', /<=120/],
  ['DRAIN_DELAY', 'soon', /number/],
];

test.each(WRONG)('%s=%s is refused by name and with the reason', (name, value, why) => {
  const read = () => readEnvironment({ ...GOOD, [name]: value });
  expect(read).toThrow(`The environment is not usable:\n  ${name}: `);
  expect(read).toThrow(why);
});

test.each(['DATABASE_URL', 'TOKEN_SECRET', 'KEY_ENCRYPTION_KEY'])(
  '%s must be there, and an empty one is not',
  (name) => {
    expect(() => readEnvironment({ ...GOOD, [name]: '' })).toThrow(`\n  ${name}: `);
    expect(() => readEnvironment({ ...GOOD, [name]: undefined })).toThrow(`\n  ${name}: `);
  },
);

test('all wrong values are named at once, and secrets are not repeated', () => {
  const source = {
    DATABASE_URL: 'mysql://u:hunter2@h/d',
    TOKEN_SECRET: 'short-secret',
    KEY_ENCRYPTION_KEY: 'short-key',
    PORT: 'x',
  };
  let message = '';
  try {
    readEnvironment(source);
  } catch (error) {
    message = (error as Error).message;
  }
  for (const name of Object.keys(source)) expect(message).toContain(`  ${name}: `);
  expect(message).not.toMatch(/hunter2|short-secret|short-key/);
});

test('the defaults are safe: production, no trusted proxy, no Redis, one origin', () => {
  expect(readEnvironment(GOOD)).toEqual({
    nodeEnv: 'production',
    databaseUrl: GOOD.DATABASE_URL,
    databaseWorkerUrl: undefined,
    databaseLookupUrl: undefined,
    databasePoolSize: 10,
    redisUrl: undefined,
    port: 3000,
    host: '0.0.0.0',
    appOrigin: 'http://localhost:3000',
    publicOrigin: 'http://localhost:3000',
    tokenSecrets: [GOOD.TOKEN_SECRET],
    keyEncryptionKeys: [Buffer.alloc(32, 7)],
    jobs: 'on',
    platformToken: undefined,
    securityContact: undefined,
    supportContact: undefined,
    mail: undefined,
    dnsServers: [],
    mailchimpApi: 'https://{server}.api.mailchimp.com/3.0',
    rdStationApi: 'https://api.rd.services/platform',
    webhookExceptions: [],
    tlsAsk: undefined,
    metrics: undefined,
    drainDelayMs: 0,
    logLevel: 'info',
    trustProxy: undefined,
    releases: undefined,
    releasesEverySeconds: 5,
  });
});

test('the security contact is an address; an e-mail becomes one', () => {
  const read = (contact: string) => readEnvironment({ ...GOOD, SECURITY_CONTACT: contact }).securityContact;
  expect(read('a@example.com')).toBe('mailto:a@example.com');
  expect(read('https://example.com/security')).toBe('https://example.com/security');
});

test('metrics are served on the loopback, or on every address if so configured', () => {
  const read = (more: Record<string, string>) => readEnvironment({ ...GOOD, ...more }).metrics;
  expect(read({ METRICS_PORT: '9464' })).toEqual({ port: 9464, host: '127.0.0.1' });
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toEqual({ port: 9464, host: '0.0.0.0' });
  expect(read({ METRICS_HOST: '10.0.0.5' })).toBeUndefined();
  expect(readEnvironment({ ...GOOD, DRAIN_DELAY: '2.5' }).drainDelayMs).toBe(2_500);
});

test('customers get the employees’ origin unless they have one of their own', () => {
  const env = readEnvironment({ ...GOOD, APP_ORIGIN: 'https://painel.example.com' });
  expect(env.publicOrigin).toBe('https://painel.example.com');
});

test('resolvers are a list, with or without their ports', () => {
  const DNS_SERVERS = '9.9.9.9, 127.0.0.1:5353,2620:fe::fe, [2620:fe::9]:53';
  expect(readEnvironment({ ...GOOD, DNS_SERVERS }).dnsServers).toEqual([
    '9.9.9.9',
    '127.0.0.1:5353',
    '2620:fe::fe',
    '[2620:fe::9]:53',
  ]);
});

test('a mail server needs a sender, with or without a name', () => {
  const SMTP_URL = 'smtps://user:hunter2@mail.example.com:465';
  const mailFrom = (MAIL_FROM?: string) => readEnvironment({ ...GOOD, SMTP_URL, MAIL_FROM }).mail;
  expect(() => mailFrom()).toThrow('\n  MAIL_FROM: is required with SMTP_URL');
  expect(mailFrom('avisos@example.com')).toEqual({
    smtpUrl: SMTP_URL,
    from: { name: '', address: 'avisos@example.com' },
  });
  expect(mailFrom('Clube do Bairro <avisos@example.com>')?.from).toEqual({
    name: 'Clube do Bairro',
    address: 'avisos@example.com',
  });
  expect(readEnvironment({ ...GOOD, MAIL_FROM: 'avisos@example.com' }).mail).toBeUndefined();
});

test('a provider’s API may be replaced by one on this machine, over http', () => {
  const stand = {
    MAILCHIMP_API: 'http://127.0.0.1:4010/{server}/3.0',
    RD_STATION_API: 'http://[::1]:4011/platform',
  };
  const env = readEnvironment({ ...GOOD, ...stand });
  expect([env.mailchimpApi, env.rdStationApi]).toEqual(Object.values(stand));
});

test('exceptions for webhooks are a list of origins', () => {
  const WEBHOOK_EXCEPTIONS = 'http://10.0.0.5:4000, https://erp.internal';
  expect(readEnvironment({ ...GOOD, WEBHOOK_EXCEPTIONS }).webhookExceptions).toEqual([
    'http://10.0.0.5:4000',
    'https://erp.internal',
  ]);
});

test('the platform’s identity is read whole, its CNPJ punctuated', () => {
  const given = {
    PLATFORM_LEGAL_NAME: 'Exemplo Ltda.',
    PLATFORM_CNPJ: '11222333000181',
    PLATFORM_ADDRESS: 'Rua das Flores, 1, São Paulo',
    PRIVACY_OFFICER: 'Ana Souza',
    PRIVACY_OFFICER_EMAIL: 'privacidade@example.com',
    SUBPROCESSORS: 'Nuvem Exemplo (hospedagem, Brasil)',
  };
  expect(readEnvironment({ ...GOOD, ...given }).platformIdentity).toEqual({
    legalName: 'Exemplo Ltda.',
    cnpj: '11.222.333/0001-81',
    address: 'Rua das Flores, 1, São Paulo',
    officer: 'Ana Souza',
    officerEmail: 'privacidade@example.com',
    subprocessors: 'Nuvem Exemplo (hospedagem, Brasil)',
  });
  const { PRIVACY_OFFICER: _, ...gap } = given;
  expect(() => readEnvironment({ ...GOOD, ...gap })).toThrow('\n  PRIVACY_OFFICER: is required');
});
