import { expect, test } from 'vitest';
import { cashbackMessage, redemptionMessage, whatsAppLink } from './whatsapp.ts';

const link = 'https://clube.example/customer/cashback/CASHBACK_x';

test('the words hold the amount, the merchant and the link, whatever the merchant is called', () => {
  const text = cashbackMessage({ cashbackCents: 750, link }, 'Pães & Cia #1');
  expect(text).toBe(
    `Olá! Você ganhou R$\u00a07,50 de cashback em Pães & Cia #1. Confirme e receba neste link: ${link}`,
  );
  expect(redemptionMessage({ amountCents: 123_456, link }, 'Pães & Cia')).toBe(
    `Olá! Confirme o resgate de R$\u00a01.234,56 do seu cashback em Pães & Cia neste link, válido por 15 minutos: ${link}`,
  );
  const code = { amountCents: 1_000, link };
  expect(redemptionMessage(code, 'Pães', 779)).toContain('válido por 12 minutos');
  expect(redemptionMessage(code, 'Pães', 119)).toContain('válido por 1 minuto:');
  const address = new URL(whatsAppLink('11987654321', text));
  expect([address.origin, address.pathname]).toEqual(['https://wa.me', '/5511987654321']);
  expect(address.searchParams.get('text')).toBe(text);
});

test('a masked phone leaves the choice of the contact to WhatsApp', () => {
  expect(whatsAppLink('11*******21', 'Olá!')).toBe('https://wa.me/?text=Ol%C3%A1!');
});
