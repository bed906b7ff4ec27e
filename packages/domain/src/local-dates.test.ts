import { expect, test } from 'vitest';
import { formatDaysAgo } from './local-dates.ts';

const SAO_PAULO = 'America/Sao_Paulo';
/** Ten at night in São Paulo, the next day in UTC. */
const NOW = Date.parse('2026-11-23T01:00:00.000Z');

test.each([
  ['2026-11-23T00:59:00.000Z', 'hoje'],
  ['2026-11-22T03:00:00.000Z', 'hoje'],
  ['2026-11-22T02:59:59.000Z', 'ontem'],
  ['2026-11-20T12:00:00.000Z', 'há 2 dias'],
  ['2026-09-23T12:00:00.000Z', 'há 60 dias'],
  ['2026-09-22T12:00:00.000Z', 'há 2 meses'],
  ['2026-08-22T12:00:00.000Z', 'há 3 meses'],
  ['2024-11-23T12:00:00.000Z', 'há 23 meses'],
  ['2024-11-21T12:00:00.000Z', 'há 2 anos'],
])('%s was %s, by the calendar of the merchant', (instant, words) => {
  expect(formatDaysAgo(instant, SAO_PAULO, NOW)).toBe(words);
});

test('a clock that is behind the database says today', () => {
  expect(formatDaysAgo('2026-11-24T12:00:00.000Z', SAO_PAULO, NOW)).toBe('hoje');
});
