import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writePlaces } from '../test/write-places.ts';
import { kilometersBetween, openPlaces } from './places.ts';

const folder = mkdtempSync(join(tmpdir(), 'places-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SAO_PAULO = { latitude: -23.5505, longitude: -46.6333 };
const LISBON = { latitude: 38.7223, longitude: -9.1393 };

test('a place has its state in Brazil, its country abroad, and none where the file has none', () => {
  const path = join(folder, 'cities.mmdb');
  writePlaces(path, {
    198: { city: 'São Paulo', state: 'SP', country: 'BR', ...SAO_PAULO },
    203: { city: 'Lisboa', country: 'PT', ...LISBON },
  });
  const places = openPlaces(path);
  expect(places.placeOf('198.51.100.7')).toEqual({ name: 'São Paulo, SP', ...SAO_PAULO });
  expect(places.placeOf('::ffff:203.0.113.9')).toEqual({ name: 'Lisboa, PT', ...LISBON });
  for (const ip of ['192.0.2.1', '2001:db8::1', 'unknown']) expect(places.placeOf(ip), ip).toBeUndefined();
});

test('without a file no address has a place; one that is no such file stops the start', () => {
  expect(openPlaces(undefined).placeOf('198.51.100.7')).toBeUndefined();
  const path = join(folder, 'text.mmdb');
  writeFileSync(path, 'not places');
  expect(() => openPlaces(path)).toThrow();
});

test('kilometers are those of the globe', () => {
  const km = kilometersBetween({ name: '', ...SAO_PAULO }, { name: '', ...LISBON });
  expect(Math.round(km / 10) * 10).toBe(7_950);
});
