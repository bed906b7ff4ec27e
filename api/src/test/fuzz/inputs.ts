import fc from 'fast-check';

/**
 * Random inputs of the kind that breaks servers. All of them travel as JSON text, so a number may be one JSON
 * cannot hold.
 */

const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202eolá',
  '\u2028',
  'é'.normalize('NFD'),
  'İI\u0307ßﬀΣς',
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
  '１１９８７６５４３２１',
  "' OR 1=1 --",
  "'; DROP TABLE customers; --",
  '$1',
  '%00',
  '%s%n',
  '{{7*7}}',
  '../../../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  '-0',
  'true',
  '[object Object]',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  `CASHBACK_${'A'.repeat(27)}`,
  'a'.repeat(5_000),
  '\u{1f600}'.repeat(100),
  '9'.repeat(400),
];

/** Stands in a value for JSON text that no JavaScript value turns into. */
const RAW = '@raw:';
const NASTY_NUMBERS = [
  '1e309',
  '-1e309',
  '-0',
  '0.1',
  '1e-400',
  '9007199254740993',
  '123456789012345678901234567890',
];

const text = fc.oneof(
  fc.constantFrom(...NASTY_TEXTS),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.stringMatching(/^[0-9 ()+-]{0,20}$/),
  fc.emailAddress(),
  fc.uuid(),
);

const number = fc.oneof(
  fc.constantFrom(...NASTY_NUMBERS.map((each) => `${RAW}${each}`)),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const key = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'merchantId',
    'role',
    '',
    '0',
    'length',
  ),
  fc.string({ maxLength: 12 }),
);

const DEEP = `${RAW}${'['.repeat(3_000)}${']'.repeat(3_000)}`;
const DEEP_OBJECT = `${RAW}${'{"a":'.repeat(1_500)}1${'}'.repeat(1_500)}`;

const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 6 }) },
  { weight: 2, arbitrary: fc.array(fc.tuple(key, scalar), { maxLength: 6 }).map(objectOf) },
  { weight: 1, arbitrary: fc.constantFrom(DEEP, DEEP_OBJECT) },
);

/** With `__proto__` as a key of its own, not as the prototype. */
function objectOf(entries: [string, unknown][]): object {
  const object = {};
  for (const [name, value] of entries)
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  return object;
}

/** The text with something hostile inside, before, after or in its place. */
function spoiled(original: string): fc.Arbitrary<string> {
  return fc
    .tuple(text, fc.nat(original.length))
    .map(([piece, at]) => original.slice(0, at) + piece + original.slice(at));
}

type Change = (input: Record<string, unknown>) => unknown;

/** A valid input with one to three things wrong with it. */
function mutated(input: Record<string, unknown>): fc.Arbitrary<unknown> {
  const keys = Object.keys(input);
  const anyKey = fc.constantFrom(...(keys.length > 0 ? keys : ['x']));
  const replace = fc.tuple(anyKey, hostile).map(
    ([name, value]): Change =>
      (each) => ({ ...each, [name]: value }),
  );
  const spoil = anyKey.chain((name) =>
    spoiled(String(input[name])).map(
      (value): Change =>
        (each) => ({ ...each, [name]: value }),
    ),
  );
  const drop = anyKey.map(
    (name): Change =>
      ({ [name]: _dropped, ...rest }) =>
        rest,
  );
  const add = fc.tuple(key, hostile).map(
    (entry): Change =>
      (each) =>
        objectOf([...Object.entries(each), entry]),
  );
  const change = fc.oneof({ weight: 4, arbitrary: replace }, { weight: 4, arbitrary: spoil }, drop, add);
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce<unknown>((value, apply) => apply(value as Record<string, unknown>), input),
    );
}

/** JSON text of an input that is nearly right, quite wrong or right after all. */
export function fuzzedInput(valid: Record<string, unknown> | undefined): fc.Arbitrary<string> {
  const value = valid
    ? fc.oneof(
        { weight: 7, arbitrary: mutated(valid) },
        { weight: 2, arbitrary: hostile },
        fc.constant(valid),
      )
    : hostile;
  return value.map((each) =>
    JSON.stringify(each).replaceAll(/"@raw:((?:[^"\\]|\\.)*)"/g, (_all, raw: string) =>
      raw.replaceAll('\\"', '"'),
    ),
  );
}

/** JSON text that is cut, doubled or has a stray character in it. */
export function brokenJson(json: string): fc.Arbitrary<string> {
  const place = fc.nat(json.length);
  return fc.oneof(
    place.map((at) => json.slice(0, at)),
    fc
      .tuple(place, fc.string({ unit: 'binary', maxLength: 3 }))
      .map(([at, x]) => json.slice(0, at) + x + json.slice(at)),
    fc.constantFrom(`${json}${json}`, `\ufeff${json}`, `[${json}`, `${json}]`, `// x\n${json}`, `'${json}'`),
  );
}
