import { expect, test } from 'vitest';
import { newId } from './id.ts';

test('ids are version 7 UUIDs, sorted by their millisecond as text and as bytes', () => {
  const moments = [0, 1, 255, 256, 1_700_000_000_000, 1_700_000_000_001, Date.parse('2200-01-01')];
  const ids = moments.map((moment) => newId(moment));
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
});

test('a hundred thousand ids of one millisecond are all different', () => {
  const ids = new Set(Array.from({ length: 100_000 }, () => newId(1_700_000_000_000)));
  expect(ids.size).toBe(100_000);
});
