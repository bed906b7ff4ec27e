import { ALERT_RULES, type AlertRule } from 'domain/alerts';
import type pg from 'pg';
import { watchMerchant } from '../../../api/src/alerts/watch-movements.ts';
import { openPool } from '../../../api/src/lib/database.ts';
import { createTenancy } from '../../../api/src/tenant.ts';
import { type BenchServer, withClient } from '../bench-database.ts';
import { formatTable } from '../print-table.ts';
import { fillMerchant } from './fill-merchant.ts';
import { createRandom, type SimulatedMerchant, START, simulateMerchant } from './simulated-merchant.ts';

const DATABASE = 'watch';
const DAY_MS = 86_400_000;
const KINDS_PER_MERCHANT = 2;
/** The aim: alerts that mean nothing, of a merchant in a week. */
const FALSE_A_WEEK = 1;
/** Merchants at a time; each connection keeps a core at work. */
const LANES = 2;

interface Tally {
  planted: number;
  found: number;
  falseAlerts: number;
}

interface AlertRow {
  rule: AlertRule;
  customer_id: string | null;
  found_at: Date;
  movement_ids: string[];
}

/**
 * npm run bench -- --watch: a year of 200 merchants with fraud of each kind in it, watched by the product's
 * own job at the end of each day. Says what share of each kind was found within a day, how many alerts mean
 * nothing, and what a run costs for each purchase. Holds if everything is found with less than one false
 * alert a week.
 */
export async function reportWatch(
  server: BenchServer,
  {
    isQuick,
    say,
    onProgress,
  }: { isQuick: boolean; say: (line: string) => void; onProgress: (line: string) => void },
): Promise<boolean> {
  const size = isQuick ? { merchants: 26, days: 120 } : { merchants: 200, days: 365 };
  await server.createDatabase(DATABASE);
  const tallies = Object.fromEntries(
    ALERT_RULES.map((rule): [AlertRule, Tally] => [rule, { planted: 0, found: 0, falseAlerts: 0 }]),
  ) as Record<AlertRule, Tally>;
  let [runMs, runs, purchases, noisy] = [0, 0, 0, 0];
  let next = 0;

  /** Takes merchant after merchant, each for its whole time, beside the other lanes. */
  async function watchInLane(owner: pg.Client): Promise<void> {
    let now = START;
    const pool = openPool(server.appUrl(DATABASE), { connections: 1 }, () => undefined);
    const tenancy = createTenancy(pool, { clock: { now: () => now } });
    try {
      while (next < size.merchants) {
        const number = next;
        next += 1;
        if (number % 10 === 0) onProgress(`merchant ${number + 1} of ${size.merchants}`);
        const kinds = Array.from(
          { length: KINDS_PER_MERCHANT },
          (_, place) => ALERT_RULES[(number * KINDS_PER_MERCHANT + place) % ALERT_RULES.length] as AlertRule,
        );
        const made = simulateMerchant(createRandom(number + 1), { days: size.days, kinds });
        purchases += made.purchases.length;
        await fillMerchant(owner, made);
        if (number < LANES) await owner.query('ANALYZE');
        for (let day = 1; day <= size.days; day += 1) {
          now = new Date(START.getTime() + day * DAY_MS - 60_000);
          const startedAt = performance.now();
          await tenancy.withTenant(made.merchantId, watchMerchant);
          runMs += performance.now() - startedAt;
          runs += 1;
        }
        const { rows } = await owner.query<AlertRow>(
          'SELECT rule, customer_id, found_at, movement_ids FROM alerts WHERE merchant_id = $1',
          [made.merchantId],
        );
        const falseAlerts = judge(made, rows, tallies);
        if (falseAlerts / (size.days / 7) >= FALSE_A_WEEK) noisy += 1;
      }
    } finally {
      await pool.end();
    }
  }

  // Only here may a session say what time it is.
  await withClient(server.ownerUrl(DATABASE), (owner) =>
    owner.query('GRANT cashback_test_clock TO cashback_app'),
  );
  const lanes = Array.from({ length: LANES }, () => withClient(server.ownerUrl(DATABASE), watchInLane));
  await Promise.all(lanes);

  const weeks = (size.merchants * size.days) / 7;
  const rows = ALERT_RULES.map((rule) => {
    const { planted, found, falseAlerts } = tallies[rule];
    return [rule, String(planted), `${found}`, (falseAlerts / weeks).toFixed(3)];
  });
  const all = Object.values(tallies).reduce((sum, { falseAlerts }) => sum + falseAlerts, 0);
  say(`\nThe watch over ${size.merchants} merchants and ${size.days} days, ${purchases} purchases\n`);
  say(formatTable(['rule', 'planted', 'found within a day', 'false a merchant and week'], rows));
  say(
    `\nFalse alerts of a merchant in a week: ${(all / weeks).toFixed(2)}; merchants with ${FALSE_A_WEEK} or more: ${noisy}`,
  );
  say(`A run took ${(runMs / runs).toFixed(1)} ms, that is ${(runMs / purchases).toFixed(2)} ms a purchase.`);
  return (
    all / weeks < FALSE_A_WEEK && Object.values(tallies).every(({ planted, found }) => planted === found)
  );
}

/** Counts what was found of what was planted, and returns the number of alerts that mean nothing. */
function judge(made: SimulatedMerchant, alerts: AlertRow[], tallies: Record<AlertRule, Tally>): number {
  const isOf = (planted: SimulatedMerchant['planted'][number], alert: AlertRow) =>
    alert.movement_ids.some((id) => planted.ids.includes(id)) ||
    (planted.kind === alert.rule &&
      (alert.rule === 'shared_phone' || planted.customers.some((id) => id === alert.customer_id)));
  for (const planted of made.planted) {
    const tally = tallies[planted.kind];
    tally.planted += 1;
    const isFound = alerts.some(
      (alert) =>
        alert.rule === planted.kind &&
        isOf(planted, alert) &&
        alert.found_at.getTime() <= planted.at.getTime() + 2 * DAY_MS,
    );
    if (isFound) tally.found += 1;
  }
  const meaningless = alerts.filter((alert) => !made.planted.some((planted) => isOf(planted, alert)));
  for (const { rule } of meaningless) tallies[rule].falseAlerts += 1;
  return meaningless.length;
}
