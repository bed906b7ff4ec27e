import { expect, test } from 'vitest';
import { customerMessage } from './customer-message.ts';

test('the message names the customer and the balance, and needs no article before the merchant', () => {
  const of = (name: string | null, availableCents: number) =>
    customerMessage({ name, availableCents }, 'Padaria Pão Dourado');
  expect(of('Ana Beatriz Souza', 1_404)).toBe(
    'Olá, Ana! Padaria Pão Dourado: você tem R$\u00a014,04 de cashback para usar na próxima compra.',
  );
  expect(of(null, 0)).toBe('Olá! Padaria Pão Dourado agradece a sua preferência.');
});
