import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import { ROLES, type Role, roleMay } from 'domain/roles';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';
import { callProcedure, outcomeOf, PROCEDURES, withoutSentAndFresh } from '../tenant-caller.ts';
import { createMerchant, FOR_MATRIX, type Merchant, openSession } from '../tenant-fixture.ts';
import { TENANT_MATRIX } from '../tenant-matrix.ts';
import { CALLERS, type Caller } from '../tenant-matrix-row.ts';
import { fingerprint } from '../tenant-rows.ts';

let database: TestDatabase;
let owner: pg.Pool;
let server: InProcessServer;
let a: Merchant;
let b: Merchant;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
  server = await startInProcessServer(database.appUrl);
  a = await createMerchant(server.app, owner, FOR_MATRIX);
  b = await createMerchant(server.app, owner, FOR_MATRIX);
});

afterAll(async () => {
  await server?.close();
  await owner?.end();
  await database?.drop();
});

const OF_THE_OTHER = 'employee of the other merchant';
const isRole = (caller: Caller): caller is Role => (ROLES as readonly string[]).includes(caller);

/**
 * Finds the other merchant's data in the text. A number that is this merchant's own customer too is no secret
 * of the other's.
 */
async function leaked(text: string, own: Merchant, other: Merchant): Promise<string[]> {
  const words = other.canaries.filter((word) => text.includes(word));
  if (words.length === 0) return words;
  const sql = 'SELECT phone FROM customers WHERE merchant_id = $1 AND phone = ANY ($2)';
  const { rows } = await owner.query<{ phone: string }>(sql, [own.merchantId, words]);
  return words.filter((word) => !rows.some(({ phone }) => phone === word));
}

/** The caller's session and host, and the merchant whose data the input names. */
async function standAs(caller: Caller): Promise<{ own: Merchant; token?: string; host?: string }> {
  if (caller === 'anonymous') return { own: a };
  if (caller === OF_THE_OTHER) return { own: b, token: await openSession(server.app, b.staff.owner) };
  if (caller === 'deactivated owner') return { own: a, token: await openSession(server.app, a.deactivated) };
  if (isRole(caller)) return { own: a, token: await openSession(server.app, a.staff[caller]) };
  const token = await openSession(server.app, a.staff.owner);
  if (caller === 'owner on the own host') return { own: a, token, host: a.host };
  if (caller === "owner on the other merchant's host") return { own: a, token, host: b.host };
  return { own: a, token, host: 'nobody.localhost' };
}

test('every procedure has a row in the matrix, and no row is left over', () => {
  expect(Object.keys(TENANT_MATRIX).sort()).toEqual(PROCEDURES.map(({ path }) => path).sort());
});

/**
 * The audit log first: later on it holds the other merchant's ids, as those that callers here asked for in
 * vain.
 */
const isAudit = ({ path }: { path: string }) => path.startsWith('audit.');
const IN_TURN = [...PROCEDURES.filter(isAudit), ...PROCEDURES.filter((procedure) => !isAudit(procedure))];

describe.each(IN_TURN)('$path', (procedure) => {
  const row = TENANT_MATRIX[procedure.path];
  if (!row) return;

  test.each(CALLERS)('answers %s as its row says, with nothing of the other merchant', async (caller) => {
    const { own, ...from } = await standAs(caller);
    const input = row.input?.(own);
    const answer = await callProcedure(server, procedure, input, from);
    const isForbidden = isRole(caller) && row.asks !== 'public' && !roleMay(caller, row.asks);
    const allowed = row.outcomes[caller] ?? row.outcomes.roles;
    const expected = isForbidden ? [403, 'forbidden'] : allowed;
    expect(outcomeOf(answer), answer.text).toEqual(expected);
    expect(await leaked(answer.text, own, own === a ? b : a), answer.text).toEqual([]);
  });

  const title = "answers another merchant's $what from the $from as if it did not exist, whoever asks";
  test.each(row.foreign)(title, async (foreign) => {
    /** Asks as each of these callers. Afterwards nothing of the other merchant is changed. */
    async function probe(callers: readonly Caller[]): Promise<void> {
      await server.app.confirmationTraces.idle();
      const { own } = await standAs(callers[0] as Caller);
      const other = own === a ? b : a;
      const before = await fingerprint(owner, other.merchantId);
      for (const caller of callers) {
        const { host, token } = await standAs(caller);
        const from = { token, host: foreign.from === 'own host' ? own.host : host };
        const [theirs, nobodys] = [foreign.theirs(own, other), foreign.nobodys(own, other)];
        const got = await callProcedure(server, procedure, theirs, from);
        const gotForNobody = await callProcedure(server, procedure, nobodys, from);
        const answer = withoutSentAndFresh(got.text, theirs);
        expect(await leaked(answer, own, other), `${caller}: ${got.text}`).toEqual([]);
        if (foreign.toldApart) continue;
        expect(outcomeOf(got), caller).toEqual(outcomeOf(gotForNobody));
        expect(outcomeOf(got)[0], `${caller}: ${got.text}`).toBeLessThan(500);
        expect(answer, caller).toBe(withoutSentAndFresh(gotForNobody.text, nobodys));
      }
      expect(await fingerprint(owner, other.merchantId)).toEqual(before);
    }
    await probe(CALLERS.filter((caller) => caller !== OF_THE_OTHER));
    await probe([OF_THE_OTHER]);
  });
});
