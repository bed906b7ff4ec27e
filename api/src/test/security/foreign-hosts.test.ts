import { randomUUID } from 'node:crypto';
import { useDatabaseFixture } from 'testing/database-fixture';
import { freshIp } from 'testing/http-client';
import { comparableHeaders, type RawAnswer } from 'testing/raw-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepPath } from '../../inactivity/keep-link.ts';
import { previewAddress } from '../../logos/picture-addresses.ts';
import { createServer } from '../../server.ts';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';
import { callProcedure, outcomeOf, PROCEDURES, withoutSentAndFresh } from '../tenant-caller.ts';
import { createMerchant, type Merchant } from '../tenant-fixture.ts';
import { nobodysSlug, nobodysToken, phone } from '../tenant-matrix-row.ts';
import { fingerprint } from '../tenant-rows.ts';

const fixture = useDatabaseFixture();
let server: InProcessServer;
let merchant: Merchant;
let other: Merchant;
/** A name `merchant` had before, which still leads to it. */
let formerHost: string;
let otherFormerSlug: string;
let otherLogo: string;
let otherPreview: string;

const COLOR = '1a7f4e';

beforeAll(async () => {
  server = await startInProcessServer(fixture.database.appUrl);
  merchant = await createMerchant(server.app, fixture.owner);
  other = await createMerchant(server.app, fixture.owner);
  formerHost = `${await addFormerSlug(merchant)}.localhost`;
  otherFormerSlug = await addFormerSlug(other);
  const { rows } = await fixture.owner.query('SELECT id FROM merchant_logos WHERE merchant_id = $1', [
    other.merchantId,
  ]);
  otherLogo = rows[0].id;
  const pictured = await fixture.owner.query(
    `UPDATE merchants SET brand_color = $2 WHERE id = $1
     RETURNING id, name, logo_url AS "logoUrl", brand_color AS "brandColor", rate_basis_points AS "rateBasisPoints"`,
    [other.merchantId, `#${COLOR}`],
  );
  otherPreview = previewAddress(pictured.rows[0], 'merchant');
});

afterAll(() => server?.close());

/** Renames the merchant and back again, so that it has had another name. */
async function addFormerSlug({ merchantId, slug }: Merchant): Promise<string> {
  const former = nobodysSlug().replace('ninguem', 'antes');
  for (const name of [former, slug]) {
    const sql = 'UPDATE merchants SET signup_link_slug = $2 WHERE id = $1';
    await fixture.owner.query(sql, [merchantId, name]);
  }
  return former;
}

const hosts = () => [
  merchant.host,
  merchant.customDomain,
  formerHost,
  `${merchant.customDomain.toUpperCase()}.`,
];

interface Probe {
  /** Names something of the other merchant's. */
  theirs(): unknown;
  /** The same input with something that does not exist. */
  nobodys(): unknown;
  /** The answer of the other merchant's own host to `theirs`: it is there. Status 200 unless said. */
  there?: [status: number, refusal: string | null];
}

const takeOf = (token: string) => ({ token, takeId: randomUUID() });
const askAt = (slug: string) => ({ slug, kind: 'access', phone: phone(), contact: 'eu@mail.example' });
const proving = (slug: string, rest: object = {}) => ({
  who: { slug, phone: other.customer.phone },
  ...rest,
});
const signUpAt = (slug: string, number: string) => ({ slug, name: 'Eu', phone: number });

/**
 * Procedures open to strangers, and the inputs of another merchant that they may name; 'employees only' does
 * not exist on a merchant's host.
 */
const PUBLIC_PROCEDURES: Record<string, 'employees only' | Record<string, Probe>> = {
  'auth.confirmEmail': 'employees only',
  'auth.disownNotice': 'employees only',
  'auth.emailLink': 'employees only',
  'auth.finishLogin': 'employees only',
  'auth.finishPasskeyLogin': 'employees only',
  'auth.forgotPassword': 'employees only',
  'auth.login': 'employees only',
  'auth.logout': 'employees only',
  'auth.passwordLink': 'employees only',
  'auth.securityNotice': 'employees only',
  'auth.session': 'employees only',
  'auth.setPassword': 'employees only',
  'auth.startLogin': 'employees only',
  'auth.startPasskeyLogin': 'employees only',
  'legal.texts': 'employees only',
  'merchants.signup': 'employees only',
  'tablets.lockScreen': 'employees only',
  'tablets.unlock': 'employees only',
  'cashback.confirm': {
    'a token': {
      theirs: () => ({ token: other.purchase.token }),
      nobodys: () => ({ token: nobodysToken('CASHBACK') }),
    },
  },
  'redemptions.confirm': {
    'a token': {
      theirs: () => ({ token: other.redemption.token }),
      nobodys: () => ({ token: nobodysToken('REDEMPTION') }),
    },
  },
  'customers.dashboard': {
    'a phone': { theirs: () => ({ phone: other.customer.phone }), nobodys: () => ({ phone: phone() }) },
    'a phone with its merchant’s slug': {
      theirs: () => ({ phone: other.customer.phone, slug: other.slug }),
      nobodys: () => ({ phone: phone(), slug: nobodysSlug() }),
    },
    'a phone with its merchant’s former slug': {
      theirs: () => ({ phone: other.customer.phone, slug: otherFormerSlug }),
      nobodys: () => ({ phone: phone(), slug: nobodysSlug() }),
    },
    'the merchant’s own customer with the other’s slug': {
      theirs: () => ({ phone: merchant.customer.phone, slug: other.slug }),
      nobodys: () => ({ phone: merchant.customer.phone, slug: nobodysSlug() }),
      there: [404, 'customer_not_found'],
    },
  },
  'customers.signupLink': {
    'a slug': { theirs: () => ({ slug: other.slug }), nobodys: () => ({ slug: nobodysSlug() }) },
    'a former slug': { theirs: () => ({ slug: otherFormerSlug }), nobodys: () => ({ slug: nobodysSlug() }) },
  },
  'customers.signUp': {
    'a slug': {
      theirs: () => signUpAt(other.slug.toUpperCase(), phone()),
      nobodys: () => signUpAt(nobodysSlug(), phone()),
    },
    'a customer’s phone': {
      theirs: () => signUpAt(merchant.slug, other.nextCustomerPhone()),
      nobodys: () => signUpAt(merchant.slug, phone()),
      there: [404, 'invalid_signup_link'],
    },
  },
  'dataRequests.ask': {
    'a slug': { theirs: () => askAt(other.slug), nobodys: () => askAt(nobodysSlug()) },
  },
  'myData.show': {
    'a customer': {
      theirs: () => proving(other.slug),
      nobodys: () => proving(nobodysSlug()),
      there: [403, 'proof_required'],
    },
  },
  'myData.download': {
    'a customer': {
      theirs: () => proving(other.slug, { format: 'json' }),
      nobodys: () => proving(nobodysSlug(), { format: 'json' }),
      there: [403, 'proof_required'],
    },
  },
  'myData.setConsent': {
    'a customer': {
      theirs: () => proving(other.slug, { channel: 'whatsapp', isGiven: true, textVersion: 1 }),
      nobodys: () => proving(nobodysSlug(), { channel: 'whatsapp', isGiven: true, textVersion: 1 }),
      there: [403, 'proof_required'],
    },
  },
  'myData.correct': {
    'a customer': {
      theirs: () => proving(other.slug, { name: 'Ana Lima' }),
      nobodys: () => proving(nobodysSlug(), { name: 'Ana Lima' }),
      there: [403, 'proof_required'],
    },
  },
  'myData.erase': {
    'a customer': {
      theirs: () => proving(other.slug, { phone: '11987654321' }),
      nobodys: () => proving(nobodysSlug(), { phone: '11987654321' }),
      there: [403, 'proof_required'],
    },
  },
  'proof.sendCode': {
    'a customer': {
      theirs: () => proving(other.slug),
      nobodys: () => proving(nobodysSlug()),
      // These tests run without a mail server.
      there: [422, 'codes_unavailable'],
    },
  },
  'proof.enterCode': {
    'a customer': {
      theirs: () => proving(other.slug, { code: '123456' }),
      nobodys: () => proving(nobodysSlug(), { code: '123456' }),
      there: [422, 'wrong_code'],
    },
  },
  'proof.enterPin': {
    'a customer': {
      theirs: () => proving(other.slug, { pin: '4827' }),
      nobodys: () => proving(nobodysSlug(), { pin: '4827' }),
      there: [422, 'wrong_pin'],
    },
  },
  'proof.choosePin': {
    'a customer': {
      theirs: () => proving(other.slug, { pin: '4827' }),
      nobodys: () => proving(nobodysSlug(), { pin: '4827' }),
      there: [403, 'proof_required'],
    },
  },
  'proof.forgetDevices': {
    'a customer': {
      theirs: () => proving(other.slug, { which: 'this' }),
      nobodys: () => proving(nobodysSlug(), { which: 'this' }),
    },
  },
  'trials.confirm': {
    'a token': {
      theirs: () => ({ token: other.trial.token }),
      nobodys: () => ({ token: nobodysToken('TRIAL') }),
    },
  },
  'tags.take': {
    'a purchase’s token': {
      theirs: () => takeOf(other.purchase.token),
      nobodys: () => takeOf(nobodysToken('CASHBACK')),
    },
    'a redemption’s token': {
      theirs: () => takeOf(other.redemption.token),
      nobodys: () => takeOf(nobodysToken('REDEMPTION')),
    },
  },
  // Computed from the number alone: it reads no stored data, so no input can name another's.
  'tags.hashPhone': {},
};

/** Waits for the traces of the test before, which are written a moment after a confirmation. */
beforeEach(() => server.app.confirmationTraces.idle());

const STRANGERS = PROCEDURES.filter(({ meta }) => meta.access === 'public');

/**
 * Everything that may tell two answers apart, without the moment, the sent input, and a length that follows
 * from it.
 */
function shown({ status, headers, text }: RawAnswer, sent: unknown): unknown {
  const { 'content-length': _length, etag: _etag, ...rest } = comparableHeaders(headers);
  const nonce = /'nonce-([^']+)'/.exec(String(rest['content-security-policy']))?.[1] ?? '<none>';
  return JSON.parse(
    JSON.stringify({ status, rest, text: withoutSentAndFresh(text, sent) }).replaceAll(nonce, '<nonce>'),
  );
}

const leaked = (text: string) => other.canaries.filter((word) => text.includes(word));

test('every procedure that strangers may call has a row here, and no row is left over', () => {
  expect(Object.keys(PUBLIC_PROCEDURES).sort()).toEqual(STRANGERS.map(({ path }) => path).sort());
});

const asking = STRANGERS.filter(({ path }) => Object.keys(PUBLIC_PROCEDURES[path] ?? {}).length > 0);

describe.each(asking)("$path on a merchant's host", (procedure) => {
  const row = PUBLIC_PROCEDURES[procedure.path];
  if (row === 'employees only') {
    test('does not exist', async () => {
      for (const host of hosts())
        for (const input of [undefined, {}, { token: other.passwordToken }, { email: other.ownerEmail }])
          expect(outcomeOf(await callProcedure(server, procedure, input, { host })), host).toEqual([
            404,
            'not_found',
          ]);
    });
    return;
  }

  test.each(Object.entries(row ?? {}))(
    'answers %s of another merchant like an unknown one',
    async (_what, probe) => {
      const before = await fingerprint(fixture.owner, other.merchantId);
      for (const host of hosts()) {
        const [theirs, nobodys] = [probe.theirs(), probe.nobodys()];
        const answer = await callProcedure(server, procedure, theirs, { host });
        const forNobody = await callProcedure(server, procedure, nobodys, { host });
        expect(shown(answer, theirs), host).toEqual(shown(forNobody, nobodys));
        const text = withoutSentAndFresh(answer.text, theirs);
        expect(leaked(text), host).toEqual([]);
      }
      expect(await fingerprint(fixture.owner, other.merchantId)).toEqual(before);
      const there = await callProcedure(server, procedure, probe.theirs(), { host: other.host });
      expect(outcomeOf(there), there.text).toEqual(probe.there ?? [200, null]);
    },
  );
});

interface AddressProbe {
  theirs(): string;
  nobodys(): string;
}

const keepLink = (of: Parameters<typeof keepPath>[1]) => keepPath(server.app.env.tokenSecrets, of);

/** Every address with a handler of its own; those under 'same' name no merchant. */
const ADDRESSES: Record<string, 'same' | AddressProbe> = {
  '/customer/manifest.webmanifest': {
    theirs: () => `/customer/manifest.webmanifest?loja=${other.slug}`,
    nobodys: () => `/customer/manifest.webmanifest?loja=${nobodysSlug()}`,
  },
  '/media/logos/:merchantId/:file': {
    theirs: () => `/media/logos/${other.merchantId}/${otherLogo}.webp`,
    nobodys: () => `/media/logos/${randomUUID()}/${randomUUID()}.webp`,
  },
  '/media/icons/:merchantId/:file': {
    theirs: () => `/media/icons/${other.merchantId}/${COLOR}-192.png`,
    nobodys: () => `/media/icons/${randomUUID()}/${COLOR}-192.png`,
  },
  '/media/previews/:merchantId/:file': {
    theirs: () => otherPreview,
    nobodys: () => otherPreview.replace(other.merchantId, randomUUID()),
  },
  '/regulamento/:slug': {
    theirs: () => `/regulamento/${other.slug}`,
    nobodys: () => `/regulamento/${nobodysSlug()}`,
  },
  '/privacidade/:slug': {
    theirs: () => `/privacidade/${other.slug}`,
    nobodys: () => `/privacidade/${nobodysSlug()}`,
  },
  '/manter-meus-dados/:slug/:token': {
    theirs: () => keepLink({ merchantId: other.merchantId, customerId: other.customer.id, slug: other.slug }),
    nobodys: () => keepLink({ merchantId: randomUUID(), customerId: randomUUID(), slug: nobodysSlug() }),
  },
  '/termos': 'same',
  '/privacidade': 'same',
  '/files/customer-data.html': 'same',
  '/files/customer-data.json': 'same',
  '/manifest.webmanifest': 'same',
  '/robots.txt': 'same',
  '/favicon.ico': 'same',
  '/apple-touch-icon.png': 'same',
  '/apple-touch-icon-precomposed.png': 'same',
  '/healthz': 'same',
  '/readyz': 'same',
  '/.well-known/security.txt': 'same',
  '/remotes.json': 'same',
  '/customer/service-worker.js': 'same',
  '/api/v1/customers': 'same',
  '/api/v1/openapi.json': 'same',
  '/files/customers.csv': 'same',
  '/files/customers.xlsx': 'same',
  '/files/reports.csv': 'same',
  '/files/reports.xlsx': 'same',
  '/files/segments.csv': 'same',
  '/files/segments.xlsx': 'same',
};

test('every address that is answered to GET has a row here', async () => {
  const fresh = await createServer(server.app, async () => true);
  await fresh.ready();
  const routes = [...fresh.printRoutes({ commonPrefix: false }).matchAll(/^.── (\/\S+) \(.*GET/gm)].map(
    ([, route]) => route,
  );
  await fresh.close();
  expect(routes.length).toBeGreaterThan(4);
  expect(routes.filter((route) => route !== undefined && !(route in ADDRESSES))).toEqual([]);
});

describe("an address of another merchant's on a merchant's host", () => {
  const probes = Object.entries(ADDRESSES).filter(([, row]) => row !== 'same') as [string, AddressProbe][];

  test.each(probes)('%s is answered like an unknown one', async (_route, probe) => {
    const get = (address: string, host: string) =>
      server.ask(address, { headers: { host, 'x-forwarded-for': freshIp() } });
    for (const host of hosts()) {
      const answer = await get(probe.theirs(), host);
      expect(shown(answer, []), host).toEqual(shown(await get(probe.nobodys(), host), []));
      expect(leaked(answer.text), host).toEqual([]);
    }
    const there = await get(probe.theirs(), other.host);
    expect(there.status).toBe(200);
    expect(there.text).not.toBe((await get(probe.nobodys(), merchant.host)).text);
  });

  test('what employees export, and the API for programs, do not exist there at all', async () => {
    for (const address of Object.keys(ADDRESSES).filter((each) => /^\/(?:files|api)\//.test(each)))
      for (const host of hosts())
        expect((await server.ask(address, { headers: { host } })).status, `${address} on ${host}`).toBe(404);
  });
});
