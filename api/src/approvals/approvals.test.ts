import { randomUUID } from 'node:crypto';
import type { ApprovalKind } from 'domain/approvals';
import type { Role } from 'domain/roles';
import { freshPhone } from 'testing/signed-in-merchant';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmPasskey, startPasskey } from '../auth/own-passkeys.ts';
import { issueCashback } from '../cashback/issue-cashback.ts';
import { eraseCustomer } from '../customers/erase-customer.ts';
import type { StaffSession } from '../staff-session.ts';
import { insertEmployee, sessionOf } from '../test/employees.ts';
import { outcomeOf } from '../test/money/model-fixture.ts';
import { type Counter, createCounter, insertMerchant, MINUTE_MS } from '../test/money-app.ts';
import { clock, useMoneyFixture } from '../test/money-fixture.ts';
import { createSoftwarePasskey, type SoftwarePasskey } from '../test/software-passkey.ts';
import { answerAsking, answererOf, cancelAsking } from './answer-approval.ts';
import { approveHere, listApprovers, startApprovalByPasskey } from './approve-here.ts';
import { askApproval } from './ask-approval.ts';
import { countWaiting } from './follow-approvals.ts';
import { listApprovals } from './list-approvals.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };
const NEEDED = { refusal: 'approval_needed' };
const LIMIT = 50_000;
const ABOVE = LIMIT + 1;

let operator: StaffSession;
let manager: StaffSession;
let counter: Counter;

async function hire(role: Role): Promise<StaffSession> {
  const { owner, staff } = fixture;
  return sessionOf(staff, await insertEmployee(owner, staff.merchantId, role, { name: role }));
}

beforeEach(async () => {
  [operator, manager] = await Promise.all([hire('operator'), hire('manager')]);
  counter = createCounter(fixture.app, operator);
  await limitAt(LIMIT);
});

const limitAt = (cents: number | null) =>
  fixture.owner.query(
    `UPDATE merchants SET approve_purchases_above_cents = $2, approve_redemptions_above_cents = $2,
       approve_corrections_above_cents = $2 WHERE id = $1`,
    [fixture.staff.merchantId, cents],
  );

interface Asked {
  operationId: string;
  amountCents?: number;
  phone?: string;
  staff?: StaffSession;
}

const ask = ({ operationId, amountCents = ABOVE, phone = fixture.phone, staff = operator }: Asked) =>
  askApproval(fixture.app, staff, REQUEST, { kind: 'purchase', operationId, amountCents, phone });
const approve = ({ id }: { id: string }, staff = manager) =>
  answerAsking(fixture.app, answererOf(staff), REQUEST, { id, answer: 'approved' });

/** Asks, has it approved, and returns the request's id. */
async function approved(asked: Partial<Asked> = {}): Promise<string> {
  const operationId = randomUUID();
  await approve(await ask({ operationId, ...asked }));
  return operationId;
}

const purchases = async () => {
  const { rows } = await fixture.owner.query(
    'SELECT amount_cents::int AS cents FROM transactions WHERE merchant_id = $1',
    [fixture.staff.merchantId],
  );
  return rows.map(({ cents }) => cents);
};

const audited = async () => {
  const { rows } = await fixture.owner.query(
    `SELECT action FROM audit_log WHERE merchant_id = $1 AND action LIKE 'approval.%' ORDER BY id`,
    [fixture.staff.merchantId],
  );
  return rows.map(({ action }) => action);
};

describe('a purchase', () => {
  test('up to the value needs nobody, above it nothing is stored, of any amount where no value is set', async () => {
    const { phone } = fixture;
    expect(await counter.issue(phone, LIMIT)).toMatchObject({ amountCents: LIMIT });
    const stranger = freshPhone();
    expect(await outcomeOf(counter.issue(stranger, ABOVE))).toEqual(NEEDED);
    expect(await purchases()).toEqual([LIMIT]);
    await expect(counter.balance(stranger), 'not even the customer').rejects.toMatchObject({
      code: 'customer_not_found',
    });
    await limitAt(null);
    expect(await counter.issue(phone, ABOVE)).toMatchObject({ amountCents: ABOVE });
  });

  test.each(['manager', 'admin', 'owner'] as const)('of a %s needs no approval', async (role) => {
    const own = createCounter(fixture.app, await hire(role));
    expect(await own.issue(fixture.phone, ABOVE)).toMatchObject({ amountCents: ABOVE });
  });

  test('goes on once it is approved, once, and the asking then names its new customer', async () => {
    const operationId = randomUUID();
    expect(await outcomeOf(counter.issue(fixture.phone, ABOVE, operationId))).toEqual(NEEDED);
    const asked = await ask({ operationId });
    expect(await outcomeOf(counter.issue(fixture.phone, ABOVE, operationId))).toEqual(NEEDED);
    expect(await countWaiting(fixture.app, manager)).toEqual({ waiting: 1 });
    await approve(asked);
    const issued = await counter.issue(fixture.phone, ABOVE, operationId);
    expect(await counter.issue(fixture.phone, ABOVE, operationId), 'a repeat').toEqual(issued);
    expect(await purchases()).toEqual([ABOVE]);
    const { rows } = await fixture.owner.query(
      'SELECT phone, used_at IS NOT NULL AS is_used, customer_id IS NOT NULL AS has_customer FROM approvals WHERE merchant_id = $1',
      [fixture.staff.merchantId],
    );
    expect(rows).toEqual([{ phone: null, is_used: true, has_customer: true }]);
    expect(await audited()).toEqual(['approval.ask', 'approval.approve']);
  });

  test('is made once by ten who repeat it at once', async () => {
    const operationId = await approved();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => outcomeOf(counter.issue(fixture.phone, ABOVE, operationId))),
    );
    const made = outcomes.filter((outcome) => 'transactionId' in outcome);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map((each) => 'transactionId' in each && each.transactionId)).size).toBe(1);
    const refused = outcomes.flatMap((each) => ('refusal' in each ? [each.refusal] : []));
    expect(new Set(refused).size === 0 || refused.every((code) => code === 'operation_in_flight')).toBe(true);
    expect(await purchases()).toEqual([ABOVE]);
  });

  test('is refused with what was not asked: another amount, customer, request, kind or employee', async () => {
    const { phone } = fixture;
    const operationId = await approved();
    const colleague = await hire('operator');
    for (const attempt of [
      () => counter.issue(phone, ABOVE + 1, operationId),
      () => counter.issue(freshPhone(), ABOVE, operationId),
      () => counter.issue(phone, ABOVE, randomUUID()),
      () => createCounter(fixture.app, colleague).issue(phone, ABOVE, operationId),
    ])
      expect(await outcomeOf(attempt())).toEqual(NEEDED);
    await fixture.owner.query(`UPDATE approvals SET kind = 'redemption' WHERE merchant_id = $1`, [
      fixture.staff.merchantId,
    ]);
    expect(await outcomeOf(counter.issue(phone, ABOVE, operationId))).toEqual(NEEDED);
    expect(await purchases()).toEqual([]);
  });

  test('is refused once its approval has expired, by the database’s clock', async () => {
    const operationId = await approved();
    // A purchase's own moment is a whole millisecond.
    clock.advance(15 * MINUTE_MS + 1);
    expect(await outcomeOf(counter.issue(fixture.phone, ABOVE, operationId))).toEqual(NEEDED);
    const asked = await ask({ operationId });
    clock.advance(15 * MINUTE_MS);
    await expect(approve(asked)).rejects.toMatchObject({ code: 'approval_closed' });
    expect((await listApprovals(fixture.app, manager)).approvals).toMatchObject([
      { state: 'expired', secondsLeft: 0 },
    ]);
    const { id } = await ask({ operationId });
    await approve({ id });
    expect(await counter.issue(fixture.phone, ABOVE, operationId)).toMatchObject({ amountCents: ABOVE });
    await cancelAsking(fixture.app, operator, REQUEST, id);
    expect((await listApprovals(fixture.app, manager)).approvals[0], 'used').toMatchObject({
      state: 'approved',
    });
  });

  test('is refused if it was refused, canceled, or approved by an employee who was deactivated since', async () => {
    const { app, owner, phone, staff } = fixture;
    const refused = randomUUID();
    const { id } = await ask({ operationId: refused });
    await answerAsking(app, answererOf(manager), REQUEST, { id, answer: 'refused', reason: 'talk' });
    expect((await listApprovals(app, manager)).approvals).toMatchObject([
      { state: 'refused', reason: 'talk' },
    ]);
    await expect(approve({ id })).rejects.toMatchObject({ code: 'approval_closed' });

    const canceled = randomUUID();
    const asked = await ask({ operationId: canceled });
    await approve(asked);
    await cancelAsking(app, operator, REQUEST, asked.id);

    const orphaned = await approved();
    await owner.query('UPDATE employees SET is_active = false WHERE merchant_id = $1 AND id = $2', [
      staff.merchantId,
      manager.employeeId,
    ]);
    for (const operationId of [refused, canceled, orphaned])
      expect(await outcomeOf(counter.issue(phone, ABOVE, operationId))).toEqual(NEEDED);
    expect(await purchases()).toEqual([]);
  });

  test('that looks like a slip raises its question first', async () => {
    const { app, phone } = fixture;
    await counter.issue(phone, LIMIT);
    await limitAt(LIMIT - 1);
    const input = { operationId: randomUUID(), phone, amountCents: LIMIT };
    const issue = (isChecked: boolean) =>
      outcomeOf(issueCashback(app, operator, REQUEST, { ...input, isChecked }));
    expect(await issue(false)).toEqual({ refusal: 'purchase_repeated' });
    expect(await issue(true)).toEqual(NEEDED);
  });

  test('of an API key is the merchant’s own program’s', async () => {
    const input = { operationId: randomUUID(), phone: fixture.phone, amountCents: ABOVE };
    const key = { ...operator, apiKeyId: randomUUID() };
    expect(await issueCashback(fixture.app, key, REQUEST, input)).toMatchObject({ amountCents: ABOVE });
  });

  test('is one of a batch: those below the value that arrive with it are recorded', async () => {
    const outcomes = await Promise.all(
      [100, ABOVE, 200, ABOVE].map((cents) => outcomeOf(counter.issue(freshPhone(), cents))),
    );
    expect(outcomes).toMatchObject([{ amountCents: 100 }, NEEDED, { amountCents: 200 }, NEEDED]);
  });
});

describe('a redemption', () => {
  const askToRedeem = async (operationId: string, amountCents: number) => {
    const { id: customerId } = await counter.balance(fixture.phone);
    return await askApproval(fixture.app, operator, REQUEST, {
      kind: 'redemption',
      operationId,
      amountCents,
      customerId,
    });
  };

  test('above the value waits; the rules are judged first, and again when it is approved', async () => {
    const { phone, staff, app } = fixture;
    const boss = createCounter(app, staff);
    await boss.earn(phone, 2_000_000);
    expect(await outcomeOf(counter.createRedemption(phone, 200_000))).toEqual({
      refusal: 'amount_above_balance',
    });
    expect(await counter.createRedemption(phone, LIMIT)).toMatchObject({ amountCents: LIMIT });
    const operationId = randomUUID();
    expect(await outcomeOf(counter.createRedemption(phone, ABOVE, operationId))).toEqual(NEEDED);
    await approve(await askToRedeem(operationId, ABOVE));
    expect(await outcomeOf(counter.createRedemption(phone, ABOVE + 1, operationId))).toEqual(NEEDED);
    await boss.adjust(phone, -90_000);
    expect(await outcomeOf(counter.createRedemption(phone, ABOVE, operationId))).toEqual({
      refusal: 'amount_above_balance',
    });
    await boss.adjust(phone, 90_000);
    const made = await counter.createRedemption(phone, ABOVE, operationId);
    expect(await boss.redeem(made)).toMatchObject({ amountCents: ABOVE });
    expect(await counter.createRedemption(phone, ABOVE, operationId)).toEqual(made);
  });

  test('of a customer who became part of another record is asked for again', async () => {
    const { app, phone, staff } = fixture;
    const boss = createCounter(app, staff);
    await boss.earn(phone, 2_000_000);
    const operationId = randomUUID();
    await approve(await askToRedeem(operationId, ABOVE));
    const other = freshPhone();
    await boss.earn(other, 100);
    await boss.merge(other, phone);
    expect(await outcomeOf(counter.createRedemption(other, ABOVE, operationId))).toEqual(NEEDED);
  });
});

describe('a correction', () => {
  test('of a manager above the value, up or down, waits for an administrator, not for a manager', async () => {
    const { app, phone, staff } = fixture;
    await createCounter(app, staff).earn(phone, 2_000_000);
    const own = createCounter(app, manager);
    await own.adjust(phone, LIMIT);
    await own.adjust(phone, -LIMIT);
    const operationId = randomUUID();
    for (const cents of [ABOVE, -ABOVE])
      expect(await outcomeOf(own.adjust(phone, cents, operationId))).toEqual(NEEDED);
    const { id: customerId } = await own.balance(phone);
    const asking = { kind: 'correction' as const, operationId, amountCents: -ABOVE, customerId };
    const asked = await askApproval(app, manager, REQUEST, asking);
    await expect(approve(asked)).rejects.toMatchObject({ code: 'own_approval' });
    await expect(approve(asked, await hire('manager'))).rejects.toMatchObject({ code: 'forbidden' });
    await approve(asked, await hire('admin'));
    expect(await outcomeOf(own.adjust(phone, ABOVE, operationId)), 'the other way').toEqual(NEEDED);
    const made = await own.adjust(phone, -ABOVE, operationId);
    expect(await own.adjust(phone, -ABOVE, operationId)).toEqual(made);
    expect(await own.balance(phone)).toMatchObject({ availableCents: 100_000 - ABOVE });
    await cancelAsking(app, manager, REQUEST, asked.id);
    const [listed] = (await listApprovals(app, await hire('admin'))).approvals;
    expect(listed, 'used').toMatchObject({ state: 'approved' });
  });
});

describe('an asking', () => {
  test('is for who may make the movement, of a customer that the merchant has', async () => {
    const { app } = fixture;
    const asking = { operationId: randomUUID(), amountCents: ABOVE, customerId: randomUUID() };
    const asked = (kind: ApprovalKind) => askApproval(app, operator, REQUEST, { kind, ...asking });
    await expect(asked('correction')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(asked('redemption')).rejects.toMatchObject({ code: 'customer_not_found' });
  });

  test('is not approved by who is its customer', async () => {
    const { owner, phone, staff } = fixture;
    await owner.query('UPDATE employees SET phone = $3 WHERE merchant_id = $1 AND id = $2', [
      staff.merchantId,
      manager.employeeId,
      phone,
    ]);
    const asked = await ask({ operationId: randomUUID() });
    await expect(approve(asked)).rejects.toMatchObject({ code: 'own_phone' });
    await approve(asked, await hire('manager'));
  });

  test('of another merchant, or of another employee, is none', async () => {
    const stranger = await insertMerchant(fixture.owner);
    const operationId = randomUUID();
    const { id } = await ask({ operationId });
    for (const each of [id, randomUUID()]) {
      await expect(approve({ id: each }, stranger)).rejects.toMatchObject({ code: 'approval_not_found' });
      const colleague = await hire('operator');
      for (const staff of [stranger, colleague])
        await expect(cancelAsking(fixture.app, staff, REQUEST, each)).rejects.toMatchObject({
          code: 'approval_not_found',
        });
    }
    const taken = ask({ operationId, staff: await hire('operator') });
    await expect(taken).rejects.toMatchObject({ code: 'operation_conflict' });
    // The same request id is free at another merchant.
    await ask({ operationId, staff: stranger });
    expect((await listApprovals(fixture.app, stranger)).approvals).toHaveLength(1);
  });

  test('that is repeated with more is not approved by an answer to the first', async () => {
    const operationId = randomUUID();
    const first = await ask({ operationId });
    const second = await ask({ operationId, amountCents: ABOVE * 10 });
    await expect(approve(first)).rejects.toMatchObject({ code: 'approval_not_found' });
    await approve(second);
    expect(await outcomeOf(counter.issue(fixture.phone, ABOVE, operationId))).toEqual(NEEDED);
  });

  test('is shown for a day with its customer, to who may answer it and to its own employee', async () => {
    const { app, phone } = fixture;
    await ask({ operationId: randomUUID() });
    expect((await listApprovals(app, manager)).approvals).toMatchObject([
      {
        kind: 'purchase',
        amountCents: ABOVE,
        askedBy: 'operator',
        state: 'waiting',
        secondsLeft: 900,
        customer: { name: null, phone },
        isOwn: false,
      },
    ]);
    clock.advance(24 * 60 * MINUTE_MS);
    expect((await listApprovals(app, manager)).approvals).toEqual([]);
  });

  test('goes with the erasure of its customer, also of one that was a phone alone', async () => {
    const { app, phone, staff } = fixture;
    await ask({ operationId: randomUUID() });
    await counter.issue(phone, 100);
    await ask({ operationId: randomUUID() });
    const { id: customerId } = await counter.balance(phone);
    const erasure = { merchantId: staff.merchantId, customerId, basis: 'request' as const };
    await eraseCustomer(app, { ...erasure, staff: null, request: null });
    expect((await listApprovals(app, manager)).approvals).toEqual([]);
  });

  test('goes with the erasure of the record that its phone’s was merged into', async () => {
    const { app, owner, phone, staff } = fixture;
    const target = freshPhone();
    await ask({ operationId: randomUUID() });
    for (const each of [phone, target]) await counter.issue(each, 100);
    await fixture.counter.merge(target, phone);
    await ask({ operationId: randomUUID() });
    const { id: customerId } = await counter.balance(target);
    const erasure = { merchantId: staff.merchantId, customerId, basis: 'request' as const };
    await eraseCustomer(app, { ...erasure, staff: null, request: null });
    const { rows } = await owner.query('SELECT phone FROM approvals WHERE merchant_id = $1', [
      staff.merchantId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('on the spot', () => {
  const PIN = '4821';
  const hashPin = ({ employeeId, merchantId }: StaffSession) =>
    fixture.app.passwords
      .hash(PIN, REQUEST)
      .then((pinHash) =>
        fixture.owner.query(
          'INSERT INTO employee_pins (merchant_id, employee_id, pin_hash, chosen_at) VALUES ($1, $2, $3, now())',
          [merchantId, employeeId, pinHash],
        ),
      );
  const tablet = { id: randomUUID(), name: 'Balcão 1' };
  const withPin = (id: string, { employeeId }: StaffSession, pin = PIN, staff = operator) =>
    approveHere(fixture.app, { ...staff, tablet }, REQUEST, { id, employeeId, pin });

  test('the PIN of another who may approve is enough, a wrong one or that of who may not is not', async () => {
    const { app, phone } = fixture;
    const [colleague, other] = [await hire('operator'), await hire('manager')];
    for (const each of [operator, colleague, manager]) await hashPin(each);
    const operationId = randomUUID();
    const { id } = await ask({ operationId });
    expect(await listApprovers(app, operator, id)).toEqual({
      approvers: [{ id: manager.employeeId, name: 'manager' }],
    });
    for (const [attempt, code] of [
      [() => withPin(id, manager, '4822'), 'wrong_employee_pin'],
      [() => withPin(id, other), 'wrong_employee_pin'],
      [() => withPin(id, operator), 'own_approval'],
      [() => withPin(id, colleague), 'forbidden'],
      [() => withPin(id, manager, PIN, colleague), 'approval_not_found'],
      [
        () => approveHere(app, operator, REQUEST, { id, employeeId: manager.employeeId, pin: PIN }),
        'not_a_tablet',
      ],
      [() => listApprovers(app, colleague, id), 'approval_not_found'],
    ] as const)
      await expect(attempt()).rejects.toMatchObject({ code });
    expect(await outcomeOf(counter.issue(phone, ABOVE, operationId))).toEqual(NEEDED);

    await withPin(id, manager);
    expect(await counter.issue(phone, ABOVE, operationId)).toMatchObject({ amountCents: ABOVE });
    const { rows } = await fixture.owner.query(
      `SELECT employee_id, details ->> 'byPin' AS by_pin, details ->> 'tablet' AS tablet FROM audit_log WHERE merchant_id = $1 AND action = 'approval.approve'`,
      [fixture.staff.merchantId],
    );
    expect(rows).toEqual([{ employee_id: manager.employeeId, by_pin: 'true', tablet: 'Balcão 1' }]);
  });

  test('a PIN is tried only where it could approve: wrong ones lock no colleague’s', async () => {
    const colleague = await hire('operator');
    for (const each of [colleague, manager]) await hashPin(each);
    const { id } = await ask({ operationId: randomUUID() });
    for (let tries = 0; tries < 6; tries += 1) {
      await expect(withPin(id, colleague, '4822')).rejects.toMatchObject({ code: 'forbidden' });
    }
    await approve({ id });
    for (let tries = 0; tries < 6; tries += 1) {
      await expect(withPin(id, manager, '4822')).rejects.toMatchObject({ code: 'approval_closed' });
    }
    const { rows } = await fixture.owner.query(
      'SELECT sum(failed_tries)::int AS tries FROM employee_pins WHERE merchant_id = $1',
      [fixture.staff.merchantId],
    );
    expect(rows).toEqual([{ tries: 0 }]);
  });

  test('a manager who was deactivated has no PIN any more', async () => {
    const { owner, staff } = fixture;
    await hashPin(manager);
    const { id } = await ask({ operationId: randomUUID() });
    await owner.query('UPDATE employees SET is_active = false WHERE merchant_id = $1 AND id = $2', [
      staff.merchantId,
      manager.employeeId,
    ]);
    expect(await listApprovers(fixture.app, operator, id)).toEqual({ approvers: [] });
    await expect(withPin(id, manager)).rejects.toMatchObject({ code: expect.any(String) });
  });

  const REFUSED = { code: 'approver_passkey_refused' };

  async function passkeyOf(staff: StaffSession): Promise<SoftwarePasskey> {
    const { app } = fixture;
    const made = createSoftwarePasskey(await startPasskey(app, staff), app.env.appOrigin);
    await confirmPasskey(app, staff, REQUEST, { name: 'Celular', ...made.created });
    return made.passkey;
  }

  /** Signs what `asks` gets for the asking, and sends it as `sends`. */
  async function withPasskey(id: string, key: SoftwarePasskey, sends = operator, asks = sends, says = {}) {
    const options = await startApprovalByPasskey(fixture.app, asks, id);
    return await approveHere(fixture.app, sends, REQUEST, { id, passkey: key.sign(options, says) });
  }

  test('the passkey of another who may approve is enough, on any browser; that of who may not is not', async () => {
    const { app, owner, phone, staff } = fixture;
    const colleague = await hire('operator');
    const own = await passkeyOf(operator);
    const equal = await passkeyOf(colleague);
    const key = await passkeyOf(manager);
    const stranger = await passkeyOf(await insertMerchant(owner));
    const operationId = randomUUID();
    const { id } = await ask({ operationId });
    await expect(withPasskey(id, own)).rejects.toMatchObject({ code: 'own_approval' });
    await expect(withPasskey(id, equal)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(withPasskey(id, stranger)).rejects.toMatchObject(REFUSED);
    await expect(withPasskey(id, { ...key, sign: own.sign })).rejects.toMatchObject({ code: 'own_approval' });
    const says = [{ isVerified: false }, { challenge: 'YQ' }, { origin: 'https://loja.example' }];
    for (const wrong of says)
      await expect(withPasskey(id, key, operator, operator, wrong)).rejects.toMatchObject(REFUSED);
    await expect(startApprovalByPasskey(app, colleague, id)).rejects.toMatchObject({
      code: 'approval_not_found',
    });
    expect(await outcomeOf(counter.issue(phone, ABOVE, operationId))).toEqual(NEEDED);

    await withPasskey(id, key);
    expect(await counter.issue(phone, ABOVE, operationId)).toMatchObject({ amountCents: ABOVE });
    const { rows } = await owner.query(
      `SELECT employee_id, details ->> 'byPasskey' AS by_passkey FROM audit_log
       WHERE merchant_id = $1 AND action = 'approval.approve'`,
      [staff.merchantId],
    );
    expect(rows).toEqual([{ employee_id: manager.employeeId, by_passkey: 'true' }]);
  });

  test('a signature is of one asking, one session and one use', async () => {
    const { app } = fixture;
    const key = await passkeyOf(manager);
    const other = { ...operator, id: randomUUID() };
    const [first, second] = [
      await ask({ operationId: randomUUID() }),
      await ask({ operationId: randomUUID() }),
    ];
    const signed = key.sign(await startApprovalByPasskey(app, operator, first.id));
    const send = (id: string, staff = operator) => approveHere(app, staff, REQUEST, { id, passkey: signed });
    await expect(send(first.id, other)).rejects.toMatchObject(REFUSED);
    await startApprovalByPasskey(app, operator, second.id);
    await expect(send(second.id)).rejects.toMatchObject(REFUSED);
    await send(first.id);
    await expect(send(first.id)).rejects.toMatchObject(REFUSED);
  });

  test.each([
    ['deactivated', 'is_active = false'],
    ['left without access', 'password_hash = NULL'],
  ])('a manager who was %s approves with no passkey', async (_what, change) => {
    const { owner, staff } = fixture;
    const key = await passkeyOf(manager);
    const { id } = await ask({ operationId: randomUUID() });
    await owner.query(`UPDATE employees SET ${change} WHERE merchant_id = $1 AND id = $2`, [
      staff.merchantId,
      manager.employeeId,
    ]);
    await expect(withPasskey(id, key)).rejects.toMatchObject(REFUSED);
  });
});
