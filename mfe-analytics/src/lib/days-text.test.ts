import { expect, it } from 'vitest';
import { daysText } from './days-text.ts';

const text = (from: string, to: string) => daysText({ from, to }, '2026');

it('days are said as shortly as they can be, the year where it is another one', () => {
  expect(text('2026-10-01', '2026-10-22')).toBe('1–22/10');
  expect(text('2026-10-21', '2026-10-21')).toBe('21/10');
  expect(text('2026-09-28', '2026-10-04')).toBe('28/9–4/10');
  expect(text('2025-10-01', '2025-10-22')).toBe('1–22/10/2025');
  expect(text('2025-01-01', '2025-11-22')).toBe('1/1–22/11/2025');
  expect(text('2025-12-15', '2026-01-14')).toBe('15/12/2025–14/1/2026');
  expect(text('2025-12-31', '2025-12-31')).toBe('31/12/2025');
});
