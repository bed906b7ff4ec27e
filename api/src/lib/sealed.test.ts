import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { seal, sealingKey, unseal } from './sealed.ts';

const bytes = randomBytes(32);
const key = sealingKey(bytes);
const content = Buffer.from('uma chave de um provedor');
const PLACE = ['loja', 'provedor', 'campo'];

test('what was sealed opens with the key and in its place', () => {
  expect(unseal([key], seal(key, content, PLACE), PLACE)).toEqual(content);
  expect(unseal([key], seal(key, Buffer.alloc(0), PLACE), PLACE)).toHaveLength(0);
});

test('the same content never looks the same twice, and shows nothing of itself', () => {
  const [one, two] = [seal(key, content, PLACE), seal(key, content, PLACE)];
  expect(one.equals(two)).toBe(false);
  for (const sealed of [one, two]) {
    expect(sealed.includes(content)).toBe(false);
    expect(sealed.includes(bytes)).toBe(false);
  }
});

test.each([
  ['another merchant', ['outra loja', 'provedor', 'campo']],
  ['another provider', ['loja', 'outro', 'campo']],
  ['another field', ['loja', 'provedor', 'outro']],
  ['words cut elsewhere', ['loja', 'provedorcampo']],
  ['words cut elsewhere with a comma', ['loja', 'provedor","campo']],
  ['no place', []],
])('moved to %s it does not open', (_name, place) => {
  expect(() => unseal([key], seal(key, content, PLACE), place)).toThrow('is not where it was sealed for');
});

test('any flipped bit is noticed: nothing is ever half opened', () => {
  const sealed = seal(key, content, PLACE);
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => unseal([key], changed, PLACE), `bit ${bit}`).toThrow(/^a sealed value /);
  }
});

test('a value cut short is of no known format or was changed', () => {
  const sealed = seal(key, content, PLACE);
  for (let length = 0; length < sealed.length; length += 1)
    expect(() => unseal([key], sealed.subarray(0, length), PLACE), `${length} bytes`).toThrow(
      /^a sealed value /,
    );
});

describe('keys', () => {
  test('of several the right one is found by its id, and without it the value says which is missing', () => {
    const newer = sealingKey(randomBytes(32));
    const sealed = seal(key, content, PLACE);
    expect(unseal([newer, key], sealed, PLACE)).toEqual(content);
    expect(() => unseal([newer], sealed, PLACE)).toThrow(`a key that is not here: ${key.id.toString('hex')}`);
  });

  test('a key that claims another key’s id still opens nothing', () => {
    const impostor = { id: key.id, secret: sealingKey(randomBytes(32)).secret };
    expect(() => unseal([impostor], seal(key, content, PLACE), PLACE)).toThrow('was changed');
  });

  test('has 32 bytes', () => {
    for (const length of [0, 16, 31, 33]) expect(() => sealingKey(randomBytes(length))).toThrow('32 bytes');
  });

  test('written to a log it says nothing', () => {
    const written = inspect(key, { depth: 9, showHidden: true }) + JSON.stringify(key);
    for (const encoding of ['hex', 'base64'] as const)
      expect(written).not.toContain(bytes.toString(encoding));
  });
});
