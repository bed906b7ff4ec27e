import { randomUUID } from 'node:crypto';
import type { ImportAnswers } from 'domain/customer-import';
import { readXlsx } from 'hucre/xlsx';
import { freshPhone } from 'testing/signed-in-merchant';
import { expect, test } from 'vitest';
import type { App } from '../context.ts';
import { showCustomer } from '../customers/show-customer.ts';
import { signUpCustomer } from '../customers/sign-up-customer.ts';
import { createCounter, insertMerchant, openMoneyApp } from '../test/money-app.ts';
import { clock, START, useMoneyFixture } from '../test/money-fixture.ts';
import { type CustomerImport, importCustomers } from './import-customers.ts';
import { type CustomerImportPreview, previewImport } from './preview-import.ts';
import { writeRefusedLines } from './write-refused-lines.ts';

const fixture = useMoneyFixture();
const REQUEST = { ip: '127.0.0.1', userAgent: 'test' };

/** Each row: phone, name, e-mail, balance as typed. */
function csv(...rows: string[][]): Buffer {
  return Buffer.from(['Telefone;Nome;Email;Saldo inicial', ...rows.map((row) => row.join(';'))].join('\r\n'));
}

function bring(content: Buffer, requestId: string = randomUUID(), staff = fixture.staff) {
  return importCustomers(fixture.app, staff, REQUEST, { operationId: requestId, content });
}

function bringValid(content: Buffer, validCount: number, requestId: string = randomUUID()) {
  return importCustomers(fixture.app, fixture.staff, REQUEST, {
    operationId: requestId,
    content,
    validCount,
  });
}

/** Imports a file that was checked a minute ago. */
function bringChecked(content: Buffer, validCount?: number) {
  const checkedAt = new Date(clock.now().getTime() - 60_000).toISOString();
  return importCustomers(fixture.app, fixture.staff, REQUEST, {
    ...{ operationId: randomUUID(), content, validCount, checkedAt },
  });
}

function preview(content: Buffer, staff = fixture.staff): Promise<CustomerImportPreview> {
  return previewImport(fixture.app, staff, content);
}

/** The merchant's rows of each kind. */
async function footprint(): Promise<Record<string, number>> {
  const { rows } = await fixture.owner.query(
    `SELECT (SELECT count(*) FROM customers WHERE merchant_id = $1)::int AS customers,
       (SELECT count(*) FROM adjustments WHERE merchant_id = $1)::int AS adjustments,
       (SELECT count(*) FROM cashback_lots WHERE merchant_id = $1)::int AS lots,
       (SELECT count(*) FROM ledger_entries WHERE merchant_id = $1)::int AS entries,
       (SELECT count(*) FROM idempotency_keys WHERE merchant_id = $1)::int AS keys,
       (SELECT count(*) FROM customer_imports WHERE merchant_id = $1)::int AS imports,
       (SELECT count(*) FROM audit_log WHERE merchant_id = $1 AND action LIKE 'customer.%import')::int AS audited`,
    [fixture.staff.merchantId],
  );
  return rows[0];
}
const NOTHING = { customers: 0, adjustments: 0, lots: 0, entries: 0, keys: 0, imports: 0, audited: 0 };

test('new customers get the same balance as by a manager’s credit', async () => {
  await fixture.setRules({
    cashback_available_immediately: false,
    cashback_maturing_days: 10,
    cashback_expires: true,
    cashback_expiration_days: 2,
  });
  const byHand = freshPhone();
  await fixture.counter.issue(byHand, 100);
  await fixture.counter.adjust(byHand, 1_050);
  const [maria, joao] = [freshPhone(), freshPhone()];
  const file = csv([maria, 'Maria', 'Maria@Loja.example', '10,50'], [joao, '', '', '']);
  const expected = { newCount: 2, knownCount: 0, creditCount: 1, creditCents: 1_050 };
  expect(await preview(file)).toMatchObject({ ...expected, errorCount: 0, errors: [] });
  expect(await bring(file)).toEqual({
    ...expected,
    completedCount: 0,
    refusedCount: 0,
    overtaken: [],
    overtakenCount: 0,
  });

  const { id } = await fixture.counter.balance(maria);
  expect(await showCustomer(fixture.app, fixture.staff.merchantId, id)).toMatchObject({
    name: 'Maria',
    email: 'maria@loja.example',
    availableCents: 1_050,
    totalCashbackCents: 0,
    createdAt: START,
  });
  const { rows } = await fixture.owner.query(
    `SELECT l.amount_cents::int, l.remaining_cents::int, l.rate_basis_points, l.maturing_days, l.expiration_days,
       l.available_at, l.expires_at, l.created_at, l.rules_version, a.employee_id, a.amount_cents::int AS adjusted_cents
     FROM cashback_lots l JOIN customers c ON c.id = l.customer_id JOIN adjustments a ON a.id = l.id
     WHERE c.phone = ANY ($1)`,
    [[maria, byHand]],
  );
  expect(rows[0]).toEqual(rows[1]);
  expect(rows[0].rules_version).toBe(2);
  expect(rows).toHaveLength(2);
  const { rows: entries } = await fixture.owner.query(
    'SELECT kind, amount_cents::int AS cents, reason, employee_id AS by FROM ledger_entries WHERE customer_id = $1',
    [id],
  );
  expect(entries).toEqual([
    { kind: 'adjustment', cents: 1_050, reason: 'Saldo inicial (importação)', by: fixture.staff.employeeId },
  ]);
  await fixture.counter.spend(maria, 100);
  clock.set('2026-03-13T03:00:00.000Z');
  expect(await fixture.counter.balance(maria)).toMatchObject({ availableCents: 0 });
});

test('an existing customer keeps their data and gets missing fields', async () => {
  const { app, staff, counter, phone } = fixture;
  await counter.issue(phone, 100);
  const named = freshPhone();
  const slug = staff.client.merchant.signupLinkSlug;
  await signUpCustomer(app, undefined, REQUEST, { slug, phone: named, name: 'Ana' });
  const file = csv([phone, 'Bia', 'bia@loja.example', ''], [named, 'Outra', 'ana@loja.example', '0']);
  expect(await bring(file)).toMatchObject({ newCount: 0, knownCount: 2, completedCount: 2 });
  const { rows } = await fixture.owner.query(
    'SELECT name, email FROM customers WHERE phone = ANY ($1) ORDER BY name',
    [[phone, named]],
  );
  expect(rows).toEqual([
    { name: 'Ana', email: 'ana@loja.example' },
    { name: 'Bia', email: 'bia@loja.example' },
  ]);
  expect(await bring(file)).toMatchObject({ knownCount: 2, completedCount: 0 });
});

test('a file with one error, in itself or against the records, is not imported at all', async () => {
  const [first, second] = [freshPhone(), freshPhone()];
  const refused = { code: 'import_has_errors' };
  await expect(bring(csv([first, '', '', '10'], [second, '', 'x', '']))).rejects.toMatchObject(refused);
  expect(await footprint()).toEqual(NOTHING);
  await bring(csv([second, '', '', '5']));
  const before = await footprint();
  const file = csv([first, '', '', '10'], [second, '', '', '0,01']);
  await expect(bring(file)).rejects.toMatchObject(refused);
  expect(await footprint()).toEqual(before);
  expect(await preview(file)).toMatchObject({
    newCount: 1,
    knownCount: 0,
    creditCount: 1,
    validCount: 1,
    refusedCount: 1,
    errorCount: 1,
    errors: [{ line: 3, column: 'Saldo inicial', message: 'Já é cliente: ajuste o saldo no cadastro dele' }],
  });
});

test('the lines without errors are imported once, the others are a file that imports itself once corrected', async () => {
  const [first, second, third] = [freshPhone(), freshPhone(), freshPhone()];
  await bring(csv([third, '', '', '5']));
  const file = csv(
    [first, 'Ana', '', '10'],
    [second, '', 'x', 'dez'],
    [third, '', '', '3'],
    [first, 'Eva', '', ''],
  );
  expect(await preview(file)).toMatchObject({ newCount: 1, validCount: 1, refusedCount: 3, errorCount: 4 });
  const refused = await writeRefusedLines(fixture.app, fixture.staff, file);
  const [sheet] = (await readXlsx(refused.content)).sheets;
  expect(sheet?.rows).toEqual([
    ['Telefone', 'Nome', 'Email', 'Saldo inicial', 'Problema'],
    [
      second,
      '',
      'x',
      'dez',
      'Email: Email inválido; Saldo inicial: Valor não entendido: escreva como 1.234,56',
    ],
    [third, '', '', '3', 'Saldo inicial: Já é cliente: ajuste o saldo no cadastro dele'],
    [first, 'Eva', '', '', 'Telefone: Telefone repetido: já está na linha 2'],
  ]);
  const requestId = randomUUID();
  const answer = await bringValid(file, 1, requestId);
  expect(answer).toMatchObject({ newCount: 1, knownCount: 0, creditCents: 1_000, refusedCount: 3 });
  const before = await footprint();
  expect(await bringValid(file, 1, requestId)).toEqual(answer);
  expect(await footprint()).toEqual(before);
});

test('what changed since the preview refuses the valid lines too, and so does a file that is wrong as a whole', async () => {
  const [first, second] = [freshPhone(), freshPhone()];
  const file = csv([first, '', '', '10'], [second, '', '', '5'], ['x', '', '', '']);
  expect(await preview(file)).toMatchObject({ validCount: 2, refusedCount: 1 });
  await fixture.counter.issue(second, 100);
  const before = await footprint();
  const refused = { code: 'import_has_errors' };
  await expect(bringValid(file, 2)).rejects.toMatchObject(refused);
  const blocked = Buffer.from(`Telefone;Crédito\n${freshPhone()};1`);
  expect(await preview(blocked)).toMatchObject({ validCount: 0 });
  await expect(bringValid(blocked, 1)).rejects.toMatchObject(refused);
  expect(await footprint()).toEqual(before);
});

test('who became a customer since the preview was one already; who was one before is an error', async () => {
  const [first, second, known] = [freshPhone(), freshPhone(), freshPhone()];
  await fixture.counter.issue(known, 100);
  clock.advance(1_000);
  const file = csv([first, '', '', '10'], [second, 'Ana', '', '5'], [known, '', '', '3']);
  const { checkedAt, validCount } = await preview(file);
  clock.advance(1_000);
  await fixture.counter.issue(second, 100);
  const input = { content: file, validCount, checkedAt };
  const once = () =>
    importCustomers(fixture.app, fixture.staff, REQUEST, { operationId: randomUUID(), ...input });
  expect(await once()).toEqual({
    newCount: 1,
    knownCount: 1,
    completedCount: 1,
    creditCount: 1,
    creditCents: 1_000,
    refusedCount: 1,
    overtaken: [{ line: 3, phone: second, name: 'Ana', email: null, balanceCents: 500 }],
    overtakenCount: 1,
  });
  // The same file under another request id credits nothing.
  expect(await once()).toMatchObject({ newCount: 0, knownCount: 2, creditCents: 0, overtakenCount: 2 });
  expect(await footprint()).toMatchObject({ customers: 3, adjustments: 1, entries: 1 });
});

/** More than two batches, each customer with R$ 1,00. */
const longFile = () => csv(...Array.from({ length: 450 }, () => [freshPhone(), '', '', '1']));

async function progress(): Promise<{ stored: number; finished: boolean }[]> {
  const { rows } = await fixture.owner.query(
    `SELECT stored_count AS stored, finished_at IS NOT NULL AS finished FROM customer_imports
     WHERE merchant_id = $1 ORDER BY id`,
    [fixture.staff.merchantId],
  );
  return rows;
}

/** Makes the batch fail that would store so many customers, or ends its connection in the middle. */
async function whileBatchFails(
  count: number,
  how: 'error' | 'connection',
  run: () => Promise<void>,
): Promise<void> {
  const { owner } = fixture;
  const failing =
    how === 'error'
      ? "RAISE 'not now'"
      : 'PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(60)';
  await owner.query(
    `CREATE FUNCTION fail_batch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN ${failing}; END $$;
     CREATE TRIGGER fail_batch BEFORE UPDATE ON customer_imports FOR EACH ROW WHEN (NEW.stored_count = ${count})
     EXECUTE FUNCTION fail_batch()`,
  );
  try {
    await run();
  } finally {
    await owner.query('DROP TRIGGER fail_batch ON customer_imports; DROP FUNCTION fail_batch()');
  }
}

test.each(['error', 'connection'] as const)(
  'cut off in a batch (%s), the same request goes on after the last whole one',
  async (how) => {
    const [file, requestId] = [longFile(), randomUUID()];
    for (const [fails, stored] of [
      [200, 0],
      [400, 200],
      [450, 400],
    ] as const) {
      await whileBatchFails(fails, how, async () => {
        await expect(bring(file, requestId)).rejects.toThrow();
      });
      expect(await progress()).toEqual([{ stored, finished: false }]);
      expect(await footprint()).toMatchObject({ customers: stored, adjustments: stored, audited: 1 });
    }
    const outcome = { newCount: 450, knownCount: 0, creditCount: 450, creditCents: 45_000 };
    expect(await bring(file, requestId)).toMatchObject(outcome);
    const all = {
      customers: 450,
      adjustments: 450,
      lots: 450,
      entries: 450,
      keys: 1,
      imports: 1,
      audited: 2,
    };
    expect(await footprint()).toEqual(all);
    expect(await bring(file, requestId)).toMatchObject(outcome);
    expect(await footprint()).toEqual(all);
  },
);

test('repeated at another process while it is under way, a request stores each customer once', async () => {
  const [file, operationId] = [longFile(), randomUUID()];
  const { app, staff, database } = fixture;
  const another = await openMoneyApp(database.appUrl, clock);
  /** The other process may be answering the same request in this moment. */
  const bringAt = async (at: App): Promise<CustomerImport> => {
    for (;;) {
      const [outcome] = await Promise.allSettled([
        importCustomers(at, staff, REQUEST, { operationId, content: file }),
      ]);
      if (outcome.status === 'fulfilled') return outcome.value;
      expect(outcome.reason).toMatchObject({ code: 'operation_in_flight' });
    }
  };
  try {
    const outcomes = await Promise.all([app, another.app, app, another.app].map(bringAt));
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ newCount: 450, knownCount: 0, creditCents: 45_000, overtaken: [] });
  } finally {
    await another.close();
  }
  expect(await footprint()).toMatchObject({ customers: 450, entries: 450, imports: 1, audited: 2 });
});

test('an import that was cut off goes on only with as many valid lines as it began with', async () => {
  const [file, requestId] = [longFile(), randomUUID()];
  await whileBatchFails(400, 'error', async () => {
    await expect(bring(file, requestId)).rejects.toThrow();
  });
  const before = await footprint();
  const setCount = (count: number) =>
    fixture.owner.query('UPDATE customer_imports SET valid_count = $2 WHERE merchant_id = $1', [
      fixture.staff.merchantId,
      count,
    ]);
  await setCount(449);
  await expect(bring(file, requestId)).rejects.toMatchObject({ code: 'import_has_errors' });
  expect(await footprint()).toEqual(before);
  await setCount(450);
  expect(await bring(file, requestId)).toMatchObject({ newCount: 450 });
});

test('an import that was cut off keeps the next one waiting for a minute, and not its own request', async () => {
  const [file, requestId, next] = [longFile(), randomUUID(), csv([freshPhone(), '', '', ''])];
  await whileBatchFails(400, 'error', async () => {
    await expect(bring(file, requestId)).rejects.toThrow();
  });
  const before = await footprint();
  await expect(bring(next)).rejects.toMatchObject({ code: 'import_in_flight' });
  expect(await footprint()).toEqual(before);
  clock.set('2026-03-10T12:01:01.000Z');
  expect(await bring(next)).toMatchObject({ newCount: 1 });
  expect(await bring(file, requestId)).toMatchObject({ newCount: 450 });
});

test('the same request again gets the same answer; with another file it is a conflict', async () => {
  const requestId = randomUUID();
  const file = csv([freshPhone(), 'A', '', '10']);
  const answer = await bring(file, requestId);
  const before = await footprint();
  expect(await bring(file, requestId)).toEqual(answer);
  expect(await footprint()).toEqual(before);
  const other = csv([freshPhone(), 'B', '', '10']);
  await expect(bring(other, requestId)).rejects.toMatchObject({ code: 'operation_conflict' });
  expect(await footprint()).toEqual(before);
});

test('the same file in two requests gives no balance twice, one after the other or at once', async () => {
  const file = csv([freshPhone(), 'A', '', '10'], [freshPhone(), 'B', '', '20']);
  await bring(file);
  await expect(bring(file)).rejects.toMatchObject({ code: 'import_has_errors' });
  for (let round = 0; round < 5; round += 1) {
    const again = csv(...Array.from({ length: 40 }, () => [freshPhone(), '', '', '1']));
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => bring(again)));
    const done = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(done).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(['import_in_flight', 'import_has_errors']).toContain(outcome.reason.code);
    }
  }
  expect(await footprint()).toMatchObject({
    adjustments: 2 + 5 * 40,
    entries: 2 + 5 * 40,
    imports: 6,
    audited: 12,
  });
});

test('a phone that the counter serves at the same moment is one customer, with its balance once or not at all', async () => {
  for (let round = 0; round < 10; round += 1) {
    const phones = Array.from({ length: 20 }, freshPhone);
    const [imported, ...purchases] = await Promise.all([
      bringChecked(csv(...phones.map((phone) => [phone, 'Nome', '', '10']))),
      ...phones.slice(0, 5).map((phone) => fixture.counter.issue(phone, 10_000)),
    ]);
    expect(purchases).toHaveLength(5);
    const overtaken = new Set(imported.overtaken.map(({ phone }) => phone));
    expect(imported).toMatchObject({
      knownCount: overtaken.size,
      overtakenCount: overtaken.size,
      creditCents: 1_000 * (20 - overtaken.size),
    });
    for (const [index, phone] of phones.entries()) {
      const record = await fixture.record(phone);
      const balance = overtaken.has(phone) ? 0 : 1_000;
      expect(record).toMatchObject({ spent: index < 5 ? 10_000 : 0, balance });
    }
  }
});

test('a customer added after the file was checked was a customer already: no balance, and the line is named', async () => {
  const { owner, counter } = fixture;
  /** The file was checked; its batch waits for the phone that another transaction is inserting. */
  const race = async (taken: string, balance: string): Promise<CustomerImport> => {
    const holder = await owner.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('INSERT INTO customers (merchant_id, id, phone) VALUES ($1, $2, $3)', [
        fixture.staff.merchantId,
        randomUUID(),
        taken,
      ]);
      const [outcome] = await Promise.all([
        bring(csv([freshPhone(), '', '', '1'], [taken, 'Nome', '', balance])),
        waiting(1).then(() => holder.query('COMMIT')),
      ]);
      return outcome;
    } finally {
      holder.release();
    }
  };
  for (const balance of ['5', '']) {
    const taken = freshPhone();
    const line = { line: 3, phone: taken, name: 'Nome', email: null, balanceCents: 500 };
    expect(await race(taken, balance)).toMatchObject({
      ...{ newCount: 1, knownCount: 1, completedCount: 1, creditCount: 1, creditCents: 100 },
      overtaken: balance === '' ? [] : [line],
    });
    expect(await counter.balance(taken)).toMatchObject({ name: 'Nome', availableCents: 0 });
  }
});

test('a purchase by a phone of the file between two batches overtakes its line, and nothing else', async () => {
  const [file, requestId] = [longFile(), randomUUID()];
  const phones = file.toString().match(/^\d{11}/gm) ?? [];
  await whileBatchFails(400, 'error', async () => {
    await expect(bring(file, requestId)).rejects.toThrow();
  });
  const [stored = '', waiting = ''] = [phones[0], phones[440]];
  for (const phone of [stored, waiting]) await fixture.counter.earn(phone, 10_000);
  expect(await bring(file, requestId)).toMatchObject({
    ...{ newCount: 449, knownCount: 1, creditCount: 449, creditCents: 44_900, overtakenCount: 1 },
    overtaken: [{ line: 442, phone: waiting, balanceCents: 100 }],
  });
  const earned = (await fixture.counter.balance(waiting)).availableCents;
  expect(earned).toBeGreaterThan(0);
  expect(await fixture.counter.balance(stored)).toMatchObject({ availableCents: earned + 100 });
});

async function waiting(count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await fixture.owner.query(
          `SELECT count(*)::int AS count FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows[0].count;
      },
      { interval: 20 },
    )
    .toBe(count);
}

test('a file whose balances can be read in two ways stores nothing until a mark is said', async () => {
  const [first, second] = [freshPhone(), freshPhone()];
  const content = csv([first, '', '', '1.234'], [second, '', '', '2.500']);
  expect(await preview(content)).toMatchObject({
    validCount: 0,
    doubtedBalances: [{ text: '1.234' }, { text: '2.500' }],
  });
  await expect(bring(content)).rejects.toMatchObject({ code: 'import_has_errors' });
  await expect(bringValid(content, 2)).rejects.toMatchObject({ code: 'import_has_errors' });
  expect(await footprint()).toEqual(NOTHING);

  const operationId = randomUUID();
  const read = (decimalMark: 'comma' | 'dot') =>
    importCustomers(fixture.app, fixture.staff, REQUEST, { operationId, content, answers: { decimalMark } });
  expect(await previewImport(fixture.app, fixture.staff, content, { decimalMark: 'dot' })).toMatchObject({
    creditCents: 373,
    roundedCount: 1,
    doubtedBalances: [],
  });
  expect(await read('dot')).toMatchObject({ newCount: 2, creditCents: 373 });
  await expect(read('comma')).rejects.toMatchObject({ code: 'operation_conflict' });
  expect(await read('dot')).toMatchObject({ creditCents: 373 });
  expect(await fixture.counter.balance(first)).toMatchObject({ availableCents: 123 });
});

test('a column that seems to hold money is asked about; what was said belongs to the request', async () => {
  const phone = freshPhone();
  const content = Buffer.from(
    `Celular;Nome;Crédito;Accepts Email Marketing;Vale\n${phone};Ana;2,50;yes;7,00\nx;Bia;1,00;yes;`,
  );
  expect(await preview(content)).toMatchObject({
    validCount: 0,
    columns: [
      { heading: 'Celular', samples: [phone, 'x'], meaning: 'phone' },
      { heading: 'Nome', samples: ['Ana', 'Bia'], meaning: 'name' },
      { heading: 'Crédito', samples: ['2,50', '1,00'], meaning: 'asked' },
      { heading: 'Accepts Email Marketing', samples: ['yes', 'yes'], meaning: 'ignored' },
      { heading: 'Vale', samples: ['7,00'], meaning: 'asked' },
    ],
  });
  await expect(bringValid(content, 1)).rejects.toMatchObject({ code: 'import_has_errors' });
  expect(await footprint()).toEqual(NOTHING);

  const operationId = randomUUID();
  const said: ImportAnswers = { columns: ['phone', 'name', 'balance', 'ignored', 'ignored'] };
  const once = (answers: ImportAnswers) =>
    importCustomers(fixture.app, fixture.staff, REQUEST, { operationId, content, validCount: 1, answers });
  expect(await once(said)).toMatchObject({ newCount: 1, creditCents: 250, refusedCount: 1 });
  const other: ImportAnswers = { columns: ['phone', 'name', 'ignored', 'ignored', 'balance'] };
  await expect(once(other)).rejects.toMatchObject({ code: 'operation_conflict' });
  expect(await once(said)).toMatchObject({ newCount: 1, creditCents: 250 });
  const { rows } = await fixture.owner.query(
    'SELECT count(*)::int AS consents FROM consents WHERE merchant_id = $1',
    [fixture.staff.merchantId],
  );
  expect(rows).toEqual([{ consents: 0 }]);
});

test('refused lines come back in the template’s columns, put together from those of the file', async () => {
  const content = Buffer.from('Loja;;\nDDD;Fone;First Name;Last Name;CPF\n11;8888;Ana;Souza;1\n\n;x;;;');
  const { content: workbook } = await writeRefusedLines(fixture.app, fixture.staff, content);
  const [sheet] = (await readXlsx(workbook)).sheets;
  const shifted = Buffer.from('Nome,Telefone,Saldo\nAna,11987654321,12,50\nBia,11987654322,1');
  const again = await writeRefusedLines(fixture.app, fixture.staff, shifted);
  // Without an edit it is refused again, not imported with the cell of another column.
  expect((await readXlsx(again.content)).sheets[0]?.rows[1]).toEqual([
    ...['', '', '', '', 'A linha tem mais colunas que o cabeçalho. Ana,11987654321,12,50'],
  ]);
  expect(sheet?.rows).toEqual([
    ['Telefone', 'Nome', 'Email', 'Saldo inicial', 'Problema'],
    ['11 8888', 'Ana Souza', '', '', 'Telefone: Número de telefone inválido'],
    ['x', '', '', '', 'Telefone: Número de telefone inválido'],
  ]);
});

/** An unused mobile number with its ninth digit, and as it was before it. */
function freshSpellings(): [whole: string, short: string] {
  const short = `118${freshPhone().slice(4)}`;
  return [short.replace('11', '119'), short];
}

test('doubted phones are counted and shown whatever is answered; an answer belongs to the request', async () => {
  const shorts = Array.from({ length: 5 }, () => freshSpellings()[1]);
  const content = csv(...shorts.map((phone) => [phone, '', '', '1']), ['23987654321', 'Ana', '', '']);
  const example = (line: number, phone = '') => ({
    ...{ line, phone, whole: phone.replace('11', '119') },
    message: 'Falta um dígito? Celulares têm 11',
  });
  const doubtedPhones = {
    ...{ shortCount: 5, otherCount: 1 },
    examples: [
      ...shorts.slice(0, 3).map((phone, index) => example(index + 2, phone)),
      { line: 7, phone: '23987654321', message: 'Esse DDD não existe' },
    ],
  };
  for (const [answers, refusedCount] of [
    [{}, 6],
    [{ addNinthDigit: true }, 1],
    [{ takeDoubted: true }, 0],
  ] as const)
    expect(await previewImport(fixture.app, fixture.staff, content, answers)).toMatchObject({
      ...{ refusedCount, doubtedPhones },
    });
  const refused = await writeRefusedLines(fixture.app, fixture.staff, content, { addNinthDigit: true });
  const [sheet] = (await readXlsx(refused.content)).sheets;
  expect(sheet?.rows.slice(1)).toEqual([['23987654321', 'Ana', '', '', 'Telefone: Esse DDD não existe']]);

  const operationId = randomUUID();
  const once = (answers: ImportAnswers) =>
    importCustomers(fixture.app, fixture.staff, REQUEST, { operationId, content, validCount: 6, answers });
  await expect(once({ addNinthDigit: true })).rejects.toMatchObject({ code: 'import_has_errors' });
  expect(await footprint()).toEqual(NOTHING);
  const all = { addNinthDigit: true, takeDoubted: true } as const;
  expect(await once(all)).toMatchObject({ newCount: 6, creditCents: 500 });
  await expect(once({ takeDoubted: true })).rejects.toMatchObject({ code: 'operation_conflict' });
  expect(await once(all)).toMatchObject({ newCount: 6, creditCents: 500 });
  expect(await fixture.counter.balance(shorts[0]?.replace('11', '119') ?? '')).toMatchObject({
    availableCents: 100,
  });
});

test('a file that can only be imported otherwise is not asked about its phones', async () => {
  const content = csv([freshSpellings()[1], '', '', '1.234']);
  expect((await preview(content)).doubtedPhones).toBeUndefined();
  expect(await previewImport(fixture.app, fixture.staff, content, { decimalMark: 'comma' })).toMatchObject({
    doubtedPhones: { shortCount: 1 },
  });
});

test.each(['before the ninth digit', 'with it'])(
  'a customer %s is known in the other spelling',
  async (how) => {
    const { counter, staff, app, owner } = fixture;
    const [known, other] = how === 'with it' ? freshSpellings() : freshSpellings().reverse();
    if (!known || !other) throw new Error('two spellings');
    await counter.issue(known, 100);
    clock.advance(1_000);
    const answers = { takeDoubted: true } as const;
    const content = csv([other, 'Maria', '', '10']);
    expect(await previewImport(app, staff, content, answers)).toMatchObject({
      errors: [{ line: 2, message: 'Já é cliente: ajuste o saldo no cadastro dele' }],
    });
    const take = (file: Buffer, checkedAt?: string) =>
      importCustomers(app, staff, REQUEST, { operationId: randomUUID(), content: file, checkedAt, answers });
    await expect(take(content)).rejects.toMatchObject({ code: 'import_has_errors' });

    // Known since the preview: nothing is credited, and the record gets the name that it lacks.
    const imported = await take(content, new Date(clock.now().getTime() - 60_000).toISOString());
    expect(imported).toMatchObject({
      ...{ newCount: 0, knownCount: 1, completedCount: 1, creditCents: 0 },
      overtaken: [{ line: 2, phone: other }],
    });
    expect(await counter.balance(known)).toMatchObject({ name: 'Maria', availableCents: 0 });
    expect(await previewImport(app, staff, csv([other, '', '', '']), answers)).toMatchObject({
      ...{ newCount: 0, knownCount: 1, customers: [{ isKnown: true }] },
    });
    expect(await footprint()).toMatchObject({ customers: 1, adjustments: 0 });

    // Of two records the one whose phone is the file's is meant.
    await owner.query('INSERT INTO customers (merchant_id, id, phone) VALUES ($1, $2, $3)', [
      ...[staff.merchantId, randomUUID(), other],
    ]);
    expect(await take(csv([other, 'Mara', 'mara@mail.example', '']))).toMatchObject({ completedCount: 1 });
    expect(await counter.balance(other)).toMatchObject({ name: 'Mara' });
  },
);

test('employees cannot give their own phone a balance in either spelling', async () => {
  const { staff, app, owner } = fixture;
  for (const [own, other] of [freshSpellings(), freshSpellings().reverse()]) {
    await owner.query('UPDATE employees SET phone = $2 WHERE id = $1', [staff.employeeId, own]);
    const content = csv([other ?? '', '', '', '10']);
    expect(await previewImport(app, staff, content, { takeDoubted: true })).toMatchObject({
      errors: [{ line: 2, message: 'Você não pode dar saldo ao seu próprio telefone' }],
    });
  }
});

test('employees cannot give their own phone a balance', async () => {
  const own = freshPhone();
  const { staff } = fixture;
  await fixture.owner.query('UPDATE employees SET phone = $2 WHERE id = $1', [staff.employeeId, own]);
  const file = csv([own, '', '', '10']);
  expect(await preview(file, staff)).toMatchObject({
    errors: [{ line: 2, message: 'Você não pode dar saldo ao seu próprio telefone' }],
  });
  await expect(bring(file, randomUUID(), staff)).rejects.toMatchObject({ code: 'import_has_errors' });
  expect(await bring(csv([own, 'Eu', '', '']), randomUUID(), staff)).toMatchObject({ newCount: 1 });
  expect(await createCounter(fixture.app, staff).balance(own)).toMatchObject({ availableCents: 0 });
});

test("a phone of another merchant's customer is a new customer here, and that merchant sees nothing of it", async () => {
  const [phone, { app, owner }] = [freshPhone(), fixture];
  const other = await insertMerchant(owner);
  await bring(csv([phone, 'Deles', '', '7']), randomUUID(), other);
  const file = csv([phone, '', '', '10']);
  expect(await preview(file)).toMatchObject({ newCount: 1, knownCount: 0, errorCount: 0 });
  expect(await bring(file)).toMatchObject({ newCount: 1 });
  expect(await fixture.counter.balance(phone)).toMatchObject({ name: null, availableCents: 1_000 });
  expect(await createCounter(app, other).balance(phone)).toMatchObject({
    name: 'Deles',
    availableCents: 700,
  });
});

test('the audit log says that an import began and what came of it, and leads to every single credit', async () => {
  const { owner, staff } = fixture;
  await bring(csv([freshPhone(), 'A', '', '10'], [freshPhone(), 'B', '', '2,50']));
  const { rows } = await owner.query(
    `SELECT action, employee_id, ip, entity_id, details FROM audit_log WHERE merchant_id = $1
     AND action LIKE 'customer.%import' ORDER BY id`,
    [staff.merchantId],
  );
  const [begun, done] = rows;
  const by = { employee_id: staff.employeeId, ip: '127.0.0.1', entity_id: begun.entity_id };
  const planned = { validCount: 2, refusedCount: 0, creditCents: 1_250 };
  expect(begun).toEqual({ action: 'customer.begin_import', ...by, details: planned });
  expect(done).toEqual({
    action: 'customer.import',
    ...by,
    details: {
      newCount: 2,
      knownCount: 0,
      completedCount: 0,
      creditCount: 2,
      creditCents: 1_250,
      refusedCount: 0,
      overtakenCount: 0,
      reason: 'Saldo inicial (importação)',
    },
  });
  const { rows: credits } = await owner.query(
    `SELECT count(*)::int AS count, sum(amount_cents)::int AS cents FROM adjustments
     WHERE merchant_id = $1 AND employee_id = $2 AND reason = $3 AND import_id = $4`,
    [staff.merchantId, staff.employeeId, done.details.reason, done.entity_id],
  );
  expect(credits).toEqual([{ count: 2, cents: 1_250 }]);
});

test('ten thousand customers with balances are one import, and the counter goes on working', async () => {
  const { counter, phone } = fixture;
  await counter.earn(phone, 10_000);
  const rows = Array.from({ length: 10_000 }, (_, index) => [
    `219${10_000_000 + index}`,
    `Cliente ${index}`,
    `cliente${index}@loja.example`,
    `${index % 90},${String(index % 100).padStart(2, '0')}`,
  ]);
  let isDone = false;
  const imported = bring(csv(...rows)).finally(() => {
    isDone = true;
  });
  // A purchase that waited for the import would be refused after a second.
  while (!isDone) await counter.issue(phone, 100);
  const credits = rows.map((row) => Number(row[3]?.replace(',', ''))).filter((cents) => cents > 0);
  expect(await imported).toMatchObject({
    newCount: 10_000,
    creditCount: credits.length,
    creditCents: credits.reduce((sum, cents) => sum + cents, 0),
  });
  // PostgreSQL may have gathered statistics in the middle of the import, with which the ledger check after
  // this test takes a minute instead of a moment. It would gather them again within a minute.
  await fixture.owner.query('ANALYZE');
});
