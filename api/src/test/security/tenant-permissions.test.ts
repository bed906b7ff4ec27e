import { createTestDatabase } from 'database/test-database';
import type { TestDatabase } from 'database/test-server';
import { PERMISSIONS, type Permission, ROLES, type Role, roleMay } from 'domain/roles';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import type { ProofDemand } from '../../staff-session.ts';
import { employeeProcedure, router } from '../../trpc.ts';
import { ageProofs } from '../age-proofs.ts';
import { type InProcessServer, startInProcessServer } from '../in-process-server.ts';
import { callProcedure, outcomeOf, PROCEDURES } from '../tenant-caller.ts';
import { createMerchant, FOR_MATRIX, type Merchant, openSession } from '../tenant-fixture.ts';
import { TENANT_MATRIX } from '../tenant-matrix.ts';
import { fingerprint } from '../tenant-rows.ts';

/** Decision D5 written out once more, so that a permission cannot be widened in one place unnoticed. */
const FIRST_ROLE_THAT_MAY: Record<Permission, Role> = {
  'dashboard.read': 'employee',
  'cashback.issue': 'employee',
  'redemption.create': 'employee',
  'customers.read': 'employee',
  'customers.complete': 'employee',
  'reports.read': 'employee',
  'reports.always': 'manager',
  'profile.write': 'employee',
  'operations.reverse_own': 'operator',
  'customers.contacts': 'manager',
  'operations.reverse': 'manager',
  'customers.adjust': 'manager',
  'customers.reset_proof': 'manager',
  'spend.write': 'manager',
  'employees.write': 'manager',
  'exports.create': 'manager',
  'approvals.give': 'manager',
  'tablets.write': 'manager',
  'customers.erase': 'admin',
  'settings.write': 'admin',
  'integrations.write': 'admin',
  'audit.read': 'admin',
  'data_requests.answer': 'admin',
  'alerts.close': 'admin',
  'approvals.give_corrections': 'admin',
  'roles.write': 'owner',
  'terms.accept': 'owner',
};
/** Ranks of the roles, from the least to the most. */
const RANK: Record<Role, number> = { employee: 0, operator: 1, manager: 2, admin: 3, owner: 4 };
const may = (role: Role, permission: Permission) => RANK[role] >= RANK[FIRST_ROLE_THAT_MAY[permission]];

test.each(PERMISSIONS)(
  '%s is for the roles that the decision names, and for no unknown role',
  (permission) => {
    for (const role of ROLES) expect(roleMay(role, permission), role).toBe(may(role, permission));
    for (const role of ['', 'Owner', 'root', '__proto__', 'constructor'])
      expect(roleMay(role, permission), role).toBe(false);
  },
);

test.each(PERMISSIONS)(
  'a procedure that asks %s runs for those roles and is forbidden to the others',
  async (permission) => {
    let runs = 0;
    const asking = router({ act: employeeProcedure(permission).query(() => ++runs) });
    for (const role of ROLES) {
      const session = async () => ({ client: { employee: { role }, merchant: {} } });
      const host = { kind: 'platform', servesEmployees: true, servesCustomers: true };
      const caller = asking.createCaller({ host, session } as unknown as Context);
      const before = runs;
      const answered = await caller.act().then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      expect(answered, role).toBe(may(role, permission) ? 'done' : 'FORBIDDEN');
      expect(runs - before, role).toBe(may(role, permission) ? 1 : 0);
    }
  },
);

/** Written out once more, so that no procedure stops asking for a fresh proof unnoticed. */
const PROOFS = {
  fresh: [
    'apiKeys.create',
    'apiKeys.revoke',
    'auth.changePassword',
    'auth.confirmAuthenticator',
    'auth.confirmPasskey',
    'auth.removeAuthenticator',
    'auth.removePasskey',
    'auth.renewRecoveryCodes',
    'auth.setPin',
    'auth.startAuthenticator',
    'auth.startPasskey',
    'employees.add',
    'employees.demandFactor',
    'employees.resendInvitation',
    'employees.resetFactor',
    'employees.sendPasswordLink',
    'employees.setActive',
    'employees.setRole',
    'integrations.save',
    'tablets.register',
    'webhooks.rotateSecret',
    'webhooks.save',
  ],
  sometimes: [
    'auth.saveProfile',
    'cashback.reverse',
    'customers.adjust',
    'customers.merge',
    'redemptions.reverse',
  ],
};

test('the procedures that ask for a fresh proof are those of the list', () => {
  const asking = (proof: ProofDemand) =>
    PROCEDURES.filter(({ meta }) => meta.proof === proof).map(({ path }) => path);
  expect({ fresh: asking('fresh').sort(), sometimes: asking('sometimes').sort() }).toEqual(PROOFS);
});

test('every procedure asks the permission that its row in the matrix names', () => {
  for (const { path, meta } of PROCEDURES) {
    expect(meta.access === 'public' ? 'public' : meta.permission, path).toBe(TENANT_MATRIX[path]?.asks);
    if (meta.access === 'public') expect(meta.batch, path).toBe(false);
  }
});

describe('over HTTP, where the last proof of who is there is old', () => {
  let database: TestDatabase;
  let owner: pg.Pool;
  let server: InProcessServer;
  let merchant: Merchant;

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new pg.Pool({ connectionString: database.ownerUrl, max: 2 });
    server = await startInProcessServer(database.appUrl);
    merchant = await createMerchant(server.app, owner, FOR_MATRIX);
  });

  afterAll(async () => {
    await server?.close();
    await owner?.end();
    await database?.drop();
  });

  test.each(PROCEDURES)(
    'five roles: $path is refused if it asks for a fresh one, else answers as before',
    async (procedure) => {
      const { meta, path } = procedure;
      const row = TENANT_MATRIX[path];
      const input = meta.proof === 'sometimes' ? row?.provedInput : row?.input;
      if (meta.proof === 'sometimes') expect(input, 'an input that needs a proof').toBeDefined();
      const tokens = new Map<Role, string>();
      for (const role of ROLES) {
        tokens.set(role, await openSession(server.app, merchant.staff[role]));
        await ageProofs(owner, merchant.staff[role].employeeId);
      }
      // Traces of what was confirmed before are written a moment later.
      await server.app.confirmationTraces.idle();
      const before = meta.proof && (await fingerprint(owner, merchant.merchantId));
      for (const [role, token] of tokens) {
        const answer = await callProcedure(server, procedure, input?.(merchant), { token });
        const allowed = meta.access === 'public' || !meta.permission || roleMay(role, meta.permission);
        const outcome = meta.proof ? [403, 'proof_needed'] : (row?.outcomes.roles ?? [200, null]);
        expect(outcomeOf(answer), `${role}: ${answer.text}`).toEqual(allowed ? outcome : [403, 'forbidden']);
      }
      if (meta.proof) expect(await fingerprint(owner, merchant.merchantId)).toEqual(before);
    },
  );
});
