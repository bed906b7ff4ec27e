import { beforeEach, expect, test } from 'vitest';
import {
  forgetLastSeen,
  type KeptText,
  keepLastSeen,
  keepLastSeenPhone,
  newestMerchant,
  readLastSeen,
} from './last-seen.ts';

const NOW = Date.parse('2026-11-22T13:30:00Z');
const DAY = 24 * 60 * 60 * 1000;
const PHONE = '11987654321';
const BALANCES = { availableCents: 500 };

/** As the browser's: text by name, in the order it came. */
class Kept implements KeptText {
  readonly entries = new Map<string, string>();
  get length() {
    return this.entries.size;
  }
  key(index: number) {
    return [...this.entries.keys()][index] ?? null;
  }
  getItem(name: string) {
    return this.entries.get(name) ?? null;
  }
  setItem(name: string, text: string) {
    this.entries.set(name, text);
  }
  removeItem(name: string) {
    this.entries.delete(name);
  }
}

let kept: Kept;
beforeEach(() => {
  kept = new Kept();
});
const keep = (merchant: string, phone = PHONE, now = NOW) =>
  keepLastSeen(kept, merchant, { phone, data: BALANCES, now });

test('what was seen is there again, with the moment it was seen', () => {
  keep('padaria');
  expect(readLastSeen(kept, 'padaria', NOW + DAY)).toEqual({
    phone: PHONE,
    balances: { seenAt: '2026-11-22T13:30:00.000Z', data: BALANCES },
  });
});

test('one merchant’s is never another’s, nor the page’s of all programs', () => {
  keep('padaria');
  expect(readLastSeen(kept, 'acougue', NOW)).toBeUndefined();
  expect(readLastSeen(kept, '', NOW)).toBeUndefined();
  keep('', '11911111111');
  expect(readLastSeen(kept, 'padaria', NOW)?.phone).toBe(PHONE);
});

test('of one merchant only the phone seen last is kept', () => {
  keep('padaria');
  keep('padaria', '11911111111');
  expect(readLastSeen(kept, 'padaria', NOW)?.phone).toBe('11911111111');
  expect([...kept.entries.values()].join()).not.toContain(PHONE);
});

test('after thirty days the balances are gone from the device, the phone is not', () => {
  keep('padaria');
  expect(readLastSeen(kept, 'padaria', NOW + 30 * DAY)?.balances).toBeDefined();
  expect(readLastSeen(kept, 'padaria', NOW + 30 * DAY + 1)).toEqual({ phone: PHONE, balances: undefined });
  expect([...kept.entries.values()].join()).not.toContain('500');
});

test('reading one merchant’s removes the old balances of all', () => {
  keep('padaria');
  keep('acougue', PHONE, NOW + 31 * DAY);
  readLastSeen(kept, 'acougue', NOW + 31 * DAY);
  expect(kept.getItem('last-seen:padaria')).not.toContain('availableCents');
});

test('balances of a clock that was set back are not shown', () => {
  keep('padaria', PHONE, NOW + 2 * DAY);
  expect(readLastSeen(kept, 'padaria', NOW)?.balances).toBeUndefined();
});

test('at most ten merchants are kept, those seen last', () => {
  for (let day = 0; day < 12; day += 1) keep(`loja-${day}`, PHONE, NOW + day * DAY);
  expect(kept.length).toBe(10);
  expect(readLastSeen(kept, 'loja-1', NOW + 12 * DAY)).toBeUndefined();
  expect(readLastSeen(kept, 'loja-2', NOW + 12 * DAY)?.phone).toBe(PHONE);
});

test('forgetting removes it; forgetting another phone does not', () => {
  keep('padaria');
  forgetLastSeen(kept, 'padaria', '11911111111');
  expect(readLastSeen(kept, 'padaria', NOW)).toBeDefined();
  forgetLastSeen(kept, 'padaria', PHONE);
  expect(kept.length).toBe(0);
  keep('padaria');
  forgetLastSeen(kept, 'padaria');
  expect(kept.length).toBe(0);
});

test.each([
  'not json',
  'null',
  '[]',
  '{"version":1}',
  '{"version":2,"phone":"11987654321","seenAt":"2026-11-22T13:30:00.000Z"}',
  '{"version":1,"phone":"<img>","seenAt":"2026-11-22T13:30:00.000Z"}',
  '{"version":1,"phone":"11987654321","seenAt":"yesterday"}',
])('a foreign entry (%s) is not read and is removed', (text) => {
  kept.setItem('last-seen:padaria', text);
  expect(readLastSeen(kept, 'padaria', NOW)).toBeUndefined();
  expect(kept.length).toBe(0);
});

test('what is not ours stays', () => {
  kept.setItem('auth-storage', '{}');
  keep('padaria');
  readLastSeen(kept, 'padaria', NOW + 60 * DAY);
  expect(kept.getItem('auth-storage')).toBe('{}');
});

test('a browser that keeps nothing is no failure', () => {
  const refusing: KeptText = new Proxy(kept, {
    get() {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  expect(readLastSeen(refusing, 'padaria', NOW)).toBeUndefined();
  expect(() => keepLastSeen(refusing, 'padaria', { phone: PHONE, data: BALANCES, now: NOW })).not.toThrow();
  expect(() => forgetLastSeen(refusing, 'padaria')).not.toThrow();
});

test('a phone kept without balances leaves those of the same phone, and replaces those of another', () => {
  keepLastSeenPhone(kept, 'padaria', { phone: PHONE, now: NOW });
  expect(readLastSeen(kept, 'padaria', NOW)).toEqual({ phone: PHONE, balances: undefined });
  keep('padaria');
  keepLastSeenPhone(kept, 'padaria', { phone: PHONE, now: NOW + 1 });
  expect(readLastSeen(kept, 'padaria', NOW)?.balances?.data).toEqual(BALANCES);
  keepLastSeenPhone(kept, 'padaria', { phone: '11912345678', now: NOW + 1 });
  expect(readLastSeen(kept, 'padaria', NOW)).toEqual({ phone: '11912345678', balances: undefined });
});

test('the merchant seen last is known, as long as the device remembers a phone', () => {
  expect(newestMerchant(kept)).toBeUndefined();
  keep('padaria', PHONE, NOW);
  keep('', PHONE, NOW + 2);
  keep('adega', PHONE, NOW + 1);
  expect(newestMerchant(kept)).toBe('');
  forgetLastSeen(kept, '');
  expect(newestMerchant(kept)).toBe('adega');
  kept.setItem('last-seen:damaged', '{');
  kept.setItem('auth-storage', '{"seenAt":"2030-01-01T00:00:00Z"}');
  expect(newestMerchant(kept)).toBe('adega');
  forgetLastSeen(kept, 'adega');
  forgetLastSeen(kept, 'padaria');
  expect(newestMerchant(kept)).toBeUndefined();
});
