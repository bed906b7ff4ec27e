import { expect, test } from 'vitest';
import { Refusal } from './errors.ts';

test('a message with placeholders contains the values given', () => {
  const refusal = new Refusal('redemption_above_share', { values: { share: '50%', maximum: 'R$ 25,00' } });
  expect(refusal.message).toBe('O resgate pode cobrir até 50% da compra: R$ 25,00.');
  expect(refusal.code).toBe('redemption_above_share');
});

test('a value is inserted as it is, even one that looks like a placeholder or a replacement pattern', () => {
  const refusal = new Refusal('redemption_above_share', { values: { share: '{maximum}', maximum: '$&' } });
  expect(refusal.message).toBe('O resgate pode cobrir até {maximum} da compra: $&.');
});

test('a message that needs values cannot be built without them: a type error, and an exception at run time', () => {
  // @ts-expect-error no values
  expect(() => new Refusal('redemption_above_share')).toThrow('no value for {share}');
  expect(
    // @ts-expect-error one value of two
    () => new Refusal('redemption_above_share', { values: { share: '50%' } }),
  ).toThrow('no value for {maximum}');
  // @ts-expect-error values for a message that has no placeholder
  new Refusal('not_found', { values: { share: '50%' } });
});

test('a message without placeholders is used as it stands, and a retry keeps its seconds', () => {
  const refusal = new Refusal('too_many_requests', { retryAfterSeconds: 30 });
  expect(refusal.message).toBe('Muitas tentativas. Aguarde alguns minutos e tente novamente.');
  expect(refusal.retryAfterSeconds).toBe(30);
});
