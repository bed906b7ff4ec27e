import { addDays, dayAt } from 'domain/report-periods';
import { SEGMENTS, type Segment, VALUES, type Value } from 'domain/segments';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summarizeCustomers } from '../customers/summarize-customers.ts';
import { histories, type PlayedHistory, playHistory } from '../test/counter-history.ts';
import { DAY_MS } from '../test/money-app.ts';
import { clock, START, useMoneyFixture } from '../test/money-fixture.ts';
import {
  type PlainPurchase,
  plainBuyers,
  plainCohorts,
  plainEmployees,
  plainLiability,
  plainSegments,
  plainUnconfirmed,
  readPlainPurchases,
} from '../test/plain-reports.ts';
import { listCustomersOfSegment } from './list-segment-customers.ts';
import { summarizeCohorts } from './summarize-cohorts.ts';
import { summarizeEmployees } from './summarize-employees.ts';
import { summarizeLiability } from './summarize-liability.ts';
import { summarizeSegments } from './summarize-segments.ts';
import { summarizeUnconfirmed } from './summarize-unconfirmed.ts';

const fixture = useMoneyFixture();

/** Days after the last step, up to so many that segments, codes and lots have moved on. */
const LATER_DAYS = [0, 1, 30, 31, 61];

test('every report of any history equals a plain computation from the rows, now and at later moments', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      clock.set(START);
      const played = await playHistory({ ...fixture, clock }, history);
      const { merchantId } = played.staff;
      const purchases = await readPlainPurchases(fixture.owner, merchantId, played.timeZone);
      for (const days of LATER_DAYS) {
        clock.advance(days * DAY_MS);
        await comparePeriodReports(played, purchases);
        await compareClientele(played, purchases);
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

async function comparePeriodReports(
  { staff, timeZone }: PlayedHistory,
  purchases: PlainPurchase[],
): Promise<void> {
  const { app, owner } = fixture;
  const { merchantId } = staff;
  const now = clock.now();
  const today = dayAt(now, timeZone);
  for (const from of [addDays(today, -40), '2026-01-01']) {
    const period = { from, to: today };
    const { latest, period: _, ...rest } = await summarizeUnconfirmed(app, merchantId, period);
    expect({ ...rest, latest: latest.map(({ createdAt }) => createdAt) }).toEqual(
      plainUnconfirmed(purchases, period, now, today),
    );
    const { employees } = await summarizeEmployees(app, merchantId, period);
    const totals = new Map(
      employees.map(({ employeeId, name: _name, isActive: _isActive, ...each }) => [employeeId, each]),
    );
    expect(totals).toEqual(await plainEmployees(owner, merchantId, { purchases, period, timeZone }));
  }
  expect(await summarizeLiability(app, merchantId)).toEqual(
    await plainLiability(owner, merchantId, { now, timeZone }),
  );
}

async function compareClientele(
  { staff, timeZone }: PlayedHistory,
  purchases: PlainPurchase[],
): Promise<void> {
  const { app, owner } = fixture;
  const { merchantId } = staff;
  const today = dayAt(clock.now(), timeZone);
  const buyers = plainBuyers(purchases, today);
  expect(await summarizeSegments(app, merchantId)).toEqual(plainSegments(buyers));
  for (const segment of SEGMENTS)
    for (const value of [undefined, ...VALUES])
      expect(await listIds(merchantId, segment, value), `${segment} ${value} on ${today}`).toEqual(
        buyers
          .filter((each) => each.segment === segment && (value ?? each.value) === each.value)
          .map(({ customerId }) => customerId),
      );
  expect(await summarizeCohorts(app, merchantId)).toEqual(plainCohorts(purchases, today));
  const { rows } = await owner.query(
    'SELECT count(*) FROM customers WHERE merchant_id = $1 AND merged_into_id IS NULL',
    [merchantId],
  );
  const summary = await summarizeCustomers(app, merchantId);
  expect(summary.customers).toBe(rows[0].count);
  expect(summary.totalSpentCents).toBe(purchases.reduce((sum, { cents }) => sum + cents, 0));
  expect(summary.availableCents).toBe((await summarizeLiability(app, merchantId)).availableCents);
}

async function listIds(merchantId: string, segment: Segment, value: Value | undefined): Promise<string[]> {
  const page = await listCustomersOfSegment(fixture.app, merchantId, { segment, value });
  expect(page.next).toBeNull();
  return page.customers.map(({ customerId }) => customerId);
}
