import { expect, test } from 'vitest';
import { cashbackMessage, redemptionMessage, whatsAppLink } from './whatsapp.ts';

const link = 'https://clube.example/customer/cashback/CASHBACK_x';

test('the words hold the amount, the merchant and the link, whatever the merchant is called', () => {
  const text = cashbackMessage({ cashbackCents: 750, link }, 'Pães & Cia #1');
  expect(text).toBe(`Pães & Cia #1: você ganhou R$\u00a07,50 de volta. Toque para receber: ${link}`);
  expect(redemptionMessage({ amountCents: 123_456, link }, 'Pães & Cia')).toBe(
    `Pães & Cia: você vai usar R$\u00a01.234,56 do seu cashback. Toque para confirmar, em até 15 minutos: ${link}`,
  );
  const address = new URL(whatsAppLink('11987654321', text));
  expect([address.origin, address.pathname]).toEqual(['https://wa.me', '/5511987654321']);
  expect(address.searchParams.get('text')).toBe(text);
});
