import { expect, test } from 'vitest';
import { callBackMessage, cashbackMessage, redemptionMessage, whatsAppLink } from './whatsapp.ts';

const link = 'https://clube.example/customer/cashback/CASHBACK_x';

test('the words hold the amount, the merchant and the link, whatever the merchant is called', () => {
  const text = cashbackMessage({ cashbackCents: 750, link }, 'Pães & Cia #1');
  expect(text).toBe(`Pães & Cia #1: você ganhou R$\u00a07,50 de volta. Toque para receber: ${link}`);
  expect(redemptionMessage({ amountCents: 123_456, link }, 'Pães & Cia')).toBe(
    `Pães & Cia: você vai usar R$\u00a01.234,56 do seu cashback. Toque para confirmar, em até 15 minutos: ${link}`,
  );
  const code = { amountCents: 1_000, link };
  expect(redemptionMessage(code, 'Pães', 779)).toContain('em até 12 minutos');
  expect(redemptionMessage(code, 'Pães', 119)).toContain('em até 1 minuto:');
  const address = new URL(whatsAppLink('11987654321', text));
  expect([address.origin, address.pathname]).toEqual(['https://wa.me', '/5511987654321']);
  expect(address.searchParams.get('text')).toBe(text);
});

test('a customer is called back with the balance and the day it begins to expire, where there are any', () => {
  const ana = { name: ' Ana Beatriz Souza', availableCents: 1_404, expiresOn: '2026-11-30' };
  expect(callBackMessage(ana, 'Pães & Cia')).toBe(
    'Olá, Ana! Pães & Cia avisa: você tem R$\u00a014,04 de cashback para usar, que começa a vencer em 30/11/2026. Esperamos a sua visita!',
  );
  expect(callBackMessage({ ...ana, name: null, expiresOn: null }, 'Pães & Cia')).toBe(
    'Olá! Pães & Cia avisa: você tem R$\u00a014,04 de cashback para usar. Esperamos a sua visita!',
  );
  expect(callBackMessage({ ...ana, availableCents: 0, expiresOn: null }, 'Pães & Cia')).toBe(
    'Olá, Ana! Pães & Cia espera a sua visita: na próxima compra você ganha cashback de novo.',
  );
});

test('a masked phone leaves the choice of the contact to WhatsApp', () => {
  expect(whatsAppLink('11*******21', 'Olá!')).toBe('https://wa.me/?text=Ol%C3%A1!');
});
