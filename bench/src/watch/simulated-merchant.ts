import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ALERT_SETTINGS, type AlertRule } from 'domain/alerts';
import { newId } from '../../../api/src/lib/id.ts';

/** A year of a merchant's counter, with fraud of known kinds in it. */
export interface SimulatedMerchant {
  merchantId: string;
  employees: { id: string; deviceHash: string }[];
  customers: { id: string; phone: string }[];
  purchases: SimulatedPurchase[];
  redemptions: { id: string; customer: string; employee: string; cents: number; at: Date; lot: string }[];
  reversals: { id: string; purchase: string; customer: string; employee: string; at: Date }[];
  corrections: { id: string; customer: string; employee: string; cents: number; at: Date }[];
  phones: { employee: string; phone: string; at: Date }[];
  devices: { id: string; customer: string; at: Date }[];
  planted: { kind: AlertRule; at: Date; ids: string[]; customers: string[] }[];
}

interface SimulatedPurchase {
  id: string;
  customer: string;
  employee: string;
  /** Cashback, at 5 % of the amount. */
  cents: number;
  at: Date;
  /** Null: the code was never read. */
  confirmedAt: Date | null;
  network: string;
  deviceHash: string;
}

export const START = new Date('2025-01-06T03:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
export const COUNTER_IP = '198.51.100.7';
const COUNTER_NETWORK = '198.51.100.0/24';
/** No history is enough before. */
const FIRST_PLANTED_DAY = 30;

/** A small generator with a seed, so that a run can be repeated. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** `kinds` are planted on days after the first thirty. */
export function simulateMerchant(
  random: () => number,
  { days, kinds }: { days: number; kinds: AlertRule[] },
): SimulatedMerchant {
  const between = (low: number, high: number) => low + random() * (high - low);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const merchantId = randomUUID();
  const purchasesADay = Math.exp(between(Math.log(8), Math.log(60)));
  const ticketCents = Math.exp(between(Math.log(2_500), Math.log(12_000)));
  /** In three of ten merchants a quarter of the customers use the merchant's own network. */
  const wifiShare = random() < 0.3 ? 0.25 : 0;
  // Popular models first: many phones look alike.
  const model = () => hashOf(`model ${Math.floor(40 * random() ** 2.5)}`);
  const employees = Array.from({ length: 1 + Math.floor(4 * random()) }, () => ({
    id: randomUUID(),
    deviceHash: random() < 0.6 ? hashOf(randomUUID()) : model(),
  }));
  const people = Array.from({ length: Math.ceil(purchasesADay * 8) }, (_, number) => ({
    id: randomUUID(),
    phone: `119${String(number + 10_000_000)}`,
    deviceHash: model(),
    network: random() < wifiShare ? COUNTER_NETWORK : `203.0.${Math.floor(200 * random())}.0/24`,
  }));
  const made: SimulatedMerchant = {
    ...{ merchantId, employees, customers: people, purchases: [], redemptions: [], reversals: [] },
    ...{ corrections: [], phones: [], devices: [], planted: [] },
  };
  const somebody = () => people[Math.floor(people.length * random() ** 1.8)] as (typeof people)[number];
  const moment = (day: number, hour: number) =>
    new Date(START.getTime() + day * DAY_MS + hour * 60 * MINUTE_MS);

  function buy(
    at: Date,
    more: Partial<Omit<SimulatedPurchase, 'id' | 'at'>> & { person?: (typeof people)[number] } = {},
  ): SimulatedPurchase {
    const person = more.person ?? somebody();
    const purchase = {
      id: newId(at.getTime()),
      customer: person.id,
      employee: pick(employees).id,
      cents: Math.max(5, Math.round((ticketCents * Math.exp(0.7 * normal())) / 20)),
      at,
      confirmedAt: random() < 0.85 ? new Date(at.getTime() + between(5_000, 90_000)) : null,
      network: person.network,
      deviceHash: person.deviceHash,
      ...more,
    };
    made.purchases.push(purchase);
    return purchase;
  }
  function redeem(at: Date, purchase: SimulatedPurchase, cents: number): string {
    const id = newId(at.getTime());
    const { customer, employee } = purchase;
    made.redemptions.push({ id, customer, employee, cents, at, lot: purchase.id });
    return id;
  }
  function reverse(at: Date, purchase: SimulatedPurchase, employee: string): void {
    const { id, customer } = purchase;
    made.reversals.push({ id: newId(at.getTime()), purchase: id, customer, employee, at });
  }

  for (let day = 0; day < days; day += 1) {
    const weekday = new Date(START.getTime() + day * DAY_MS).getUTCDay();
    const factor =
      (weekday === 0 ? 0.4 : weekday === 6 ? 1.5 : 1) * (day > 330 ? 1.6 : 1) * (random() < 0.01 ? 2.2 : 1);
    const count = Math.round(purchasesADay * factor * between(0.7, 1.3));
    const seen = new Set<string>();
    for (let number = 0; number < count; number += 1) {
      const hour = random() < 0.0005 ? between(0, 24) : Math.min(19.9, Math.max(9, 14 + 3 * normal()));
      // Hardly any customer comes back on the same day, except for what was forgotten.
      let person = somebody();
      for (let tries = 0; seen.has(person.id) && tries < 20; tries += 1) person = somebody();
      seen.add(person.id);
      const purchase = buy(moment(day, hour), { person });
      // Something was forgotten, now and then.
      if (random() < 0.003) buy(new Date(purchase.at.getTime() + between(2, 14) * MINUTE_MS), { person });
      if (random() < 0.06) {
        const isAtOnce = random() < 0.15 && purchase.confirmedAt !== null;
        const earlier = made.purchases.findLast((each) => each.customer === person.id && each !== purchase);
        const lot = isAtOnce ? purchase : earlier;
        const at = new Date(purchase.at.getTime() + 3 * MINUTE_MS);
        if (lot) redeem(at, { ...lot, employee: purchase.employee }, lot.cents);
      }
      if (random() < 0.007)
        reverse(new Date(purchase.at.getTime() + 20 * MINUTE_MS), purchase, purchase.employee);
    }
    if (random() < 1 / 30) {
      const at = moment(day, between(10, 18));
      const cents = Math.round(between(200, 2_000));
      made.corrections.push({
        id: newId(at.getTime()),
        customer: somebody().id,
        employee: pick(employees).id,
        cents,
        at,
      });
    }
  }

  /** What the merchant's own thresholds would be, so that what is planted is far above them. */
  const dayCents = (ticketCents / 20) * purchasesADay;
  for (const kind of kinds) {
    const day = FIRST_PLANTED_DAY + Math.floor(random() * (days - FIRST_PLANTED_DAY - 1));
    const at = (hour: number) => moment(day, hour);
    const { id: employee, deviceHash } = pick(employees);
    const person = pick(people);
    const soon = (when: Date) => new Date(when.getTime() + 5_000);
    const planted: SimulatedPurchase[] = [];
    let ids: string[] = [];
    const plant = (hour: number, more: Parameters<typeof buy>[1]) =>
      planted.push(buy(at(hour), { person, employee, confirmedAt: soon(at(hour)), ...more }));
    switch (kind) {
      case 'employee_high':
        for (let n = 0; n < 10; n += 1)
          plant(10 + n / 2, { person: pick(people), cents: Math.round(Math.max(2_000, dayCents)) });
        break;
      case 'customer_high':
        plant(15, { cents: Math.round(Math.max(20_000, ticketCents * 3)) });
        break;
      case 'customer_often':
        for (let n = 0; n <= ALERT_SETTINGS.purchasesADay + 1; n += 1) plant(9.5 + 1.2 * n, {});
        break;
      case 'customer_quick':
        for (let n = 0; n < 3; n += 1) plant(15 + n / 15, {});
        break;
      case 'own_device':
        for (let n = 0; n < 3; n += 1) plant(10 + 2 * n, { network: COUNTER_NETWORK, deviceHash });
        break;
      case 'own_network':
        for (let n = 0; n < 40; n += 1)
          plant(9.5 + n / 5, {
            person: pick(people),
            network: COUNTER_NETWORK,
            deviceHash: hashOf(randomUUID()),
          });
        break;
      case 'shared_device': {
        const id = randomUUID();
        for (let n = 0; n < 5; n += 1) {
          const fake = pick(people);
          plant(10 + n, { person: fake });
          made.devices.push({ id, customer: fake.id, at: at(10 + n) });
        }
        break;
      }
      case 'own_phone':
        plant(15, {});
        made.phones.push({ employee, phone: person.phone, at: at(16) });
        break;
      case 'shared_phone': {
        const other = employees.find((each) => each.id !== employee);
        if (!other) continue;
        const phone = `118${String(Math.floor(random() * 1e8)).padStart(8, '0')}`;
        made.phones.push({ employee: other.id, phone, at: at(-24) }, { employee, phone, at: at(12) });
        break;
      }
      case 'quick_redemption':
        plant(15, { cents: 2_500 });
        ids = planted.map((purchase) => redeem(at(15.3), purchase, 2_500));
        break;
      case 'reversals':
        for (let n = 0; n < 12; n += 1) plant(10 + n / 2, { person: pick(people) });
        for (const purchase of planted) reverse(soon(purchase.at), purchase, employee);
        break;
      case 'corrections': {
        const id = newId(at(15).getTime());
        made.corrections.push({ id, customer: person.id, employee, cents: 30_000, at: at(15) });
        ids = [id];
        break;
      }
      case 'night':
        for (let n = 0; n < 3; n += 1) plant(3 + n / 3, { person: pick(people) });
        break;
    }
    made.planted.push({
      ...{ kind, at: at(0), ids: [...ids, ...planted.map(({ id }) => id)] },
      customers: planted.map(({ customer }) => customer),
    });
  }
  return made;
}

export const tokenHash = () => randomBytes(32).toString('hex');
