import type { CustomerSort } from 'domain/customer-list-inputs';
import type pg from 'pg';

/** A clientele for tests of the list, and the answers that the list must give about it, computed plainly. */

export interface PlainCustomer {
  id: string;
  phone: string;
  name: string | null;
  email: string | null;
  totalSpentCents: number;
  availableCents: number;
  /** Microseconds since 1970. */
  lastPurchaseAt: number | null;
  createdAt: number;
}

const GIVEN = [
  'José',
  'JOSE',
  'Jose\u0301',
  'Maria',
  'mária',
  'Ana',
  'Zé',
  'Antônio',
  'Íris',
  'Jô',
  'Bia ❤️',
  'Q’orianka',
];
const FAMILY = ['Silva', 'D’Ávila', "D'avila", 'Conceição', 'de Sá', 'Xavier-Lima', 'Gonçalves', 'Ng'];
const PLATFORMS = ['gmail.com', 'uol.com.br', 'exemplo.com'];
const EPOCH_MICROSECONDS = Date.UTC(2026, 0, 1) * 1_000;

/** Numbers that look random and are the same in each run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Few amounts and moments for many customers, so that ties are common; some moments lie a microsecond apart.
 */
export function makeCustomers(count: number, seed: number): PlainCustomer[] {
  const random = seeded(seed);
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
  const moment = () => EPOCH_MICROSECONDS + random(40) * 86_400_000_000 + random(3);
  const hex = (length: number) => Array.from({ length }, () => random(16).toString(16)).join('');
  return Array.from({ length: count }, (_, number) => ({
    id: `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${String(number).padStart(12, '0')}`,
    phone: `${pick(['11', '21', '85'])}9${String(random(10_000)).padStart(4, '0')}${String(number).padStart(4, '0')}`,
    name: random(5) === 0 ? null : `${pick(GIVEN)} ${pick(FAMILY)}`,
    email: random(2) === 0 ? null : `cliente.${number}@${pick(PLATFORMS)}`,
    totalSpentCents: random(50) * 1_000,
    availableCents: random(20) * 100,
    lastPurchaseAt: random(4) === 0 ? null : moment(),
    createdAt: moment(),
  }));
}

export async function insertCustomers(
  owner: pg.Pool,
  merchantId: string,
  customers: readonly PlainCustomer[],
): Promise<void> {
  const of = <Key extends keyof PlainCustomer>(key: Key) => customers.map((customer) => customer[key]);
  await owner.query(
    `INSERT INTO customers (merchant_id, id, phone, name, email, total_spent_cents, available_cents,
       cashback_balance_cents, last_purchase_at, created_at)
     SELECT $1, id, phone, name, email, spent, available, available,
       'epoch'::timestamptz + last * interval '1 microsecond', 'epoch'::timestamptz + created * interval '1 microsecond'
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])
       AS c (id, phone, name, email, spent, available, last, created)`,
    [
      merchantId,
      of('id'),
      of('phone'),
      of('name'),
      of('email'),
      of('totalSpentCents'),
      of('availableCents'),
      of('lastPurchaseAt'),
      of('createdAt'),
    ],
  );
}

const KEYS: Record<CustomerSort, (customer: PlainCustomer) => number> = {
  last_purchase_at: (customer) => customer.lastPurchaseAt ?? Number.NEGATIVE_INFINITY,
  total_spent: (customer) => customer.totalSpentCents,
  available: (customer) => customer.availableCents,
  created_at: (customer) => customer.createdAt,
};

/** The ids of all of them in order. */
export function idsInOrder(customers: readonly PlainCustomer[], sort: CustomerSort): string[] {
  const keyOf = KEYS[sort];
  return [...customers]
    .sort((a, b) => {
      const [first, second] = [keyOf(a), keyOf(b)];
      if (first !== second) return first > second ? -1 : 1;
      return a.id > b.id ? -1 : 1;
    })
    .map(({ id }) => id);
}

/**
 * Searches of an employee, and the customers they are meant to find. `name` and `email` come without accents,
 * in small letters.
 */
export const SEARCHES: Record<string, (plain: { name: string; email: string; phone: string }) => boolean> = {
  josé: ({ name }) => name.includes('jose'),
  'JOSE silva': ({ name }) => name.includes('jose') && name.includes('silva'),
  'silva Jose\u0301': ({ name }) => name.includes('jose') && name.includes('silva'),
  "d'avila": ({ name }) => /d['’]avila/.test(name),
  davila: ({ name }) => /d['’]avila/.test(name),
  avila: ({ name }) => name.includes('avila'),
  qorianka: ({ name }) => name.startsWith('q'),
  'xavier-lima': ({ name }) => name.includes('xavier-lima'),
  lima: ({ name }) => name.includes('lima'),
  sa: ({ name }) => / sa$/.test(name),
  j: ({ name }) => name.startsWith('j'),
  'j s': ({ name }) => name.startsWith('j') && / s/.test(name),
  bia: ({ name }) => name.includes('bia'),
  '❤️ bia': ({ name }) => name.includes('bia'),
  '@gmail': ({ email }) => email.includes('@gmail'),
  'exemplo.com': ({ email }) => email.includes('exemplo.com'),
  'cliente.12@e': ({ email }) => email.startsWith('cliente.12@e'),
  'ana uol.com.br': ({ name, email }) => name.includes('ana') && email.includes('uol.com.br'),
  '(85) 9': ({ phone, email }) => phone.includes('859') || email.includes('859'),
  '+55 21': ({ phone }) => phone.includes('5521'),
  '85': ({ phone, email }) => phone.startsWith('85') || email.includes('.85'),
  '0042': ({ phone }) => phone.includes('0042'),
  '9-00': ({ phone, email }) => phone.includes('900') || email.includes('900'),
  'maria 11': ({ name, phone, email }) =>
    name.includes('maria') && (phone.startsWith('11') || email.includes('.11')),
  ninguém: () => false,
  '%': () => false,
  _____: () => false,
  'jo%a': () => false,
  '% maria %': ({ name }) => name.includes('maria'),
  'silva|cliente': () => false,
};

export function matches(customer: PlainCustomer, search: string): boolean {
  const plain = (text: string | null) => (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    SEARCHES[search]?.({ name: plain(customer.name), email: plain(customer.email), phone: customer.phone }) ??
    false
  );
}
