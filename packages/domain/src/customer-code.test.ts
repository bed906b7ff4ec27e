import { describe, expect, test } from 'vitest';
import { customerCodeLink, phoneFromCustomerCode } from './customer-code.ts';

describe("a customer's code", () => {
  test.each(['11987654321', '1132104567'])('of %s is read as the same phone', (phone) => {
    expect(phoneFromCustomerCode(customerCodeLink('https://painel.example', phone))).toBe(phone);
  });

  test('leads to the counter, with the phone where no server sees it', () => {
    const { pathname, search, hash } = new URL(customerCodeLink('https://painel.example', '11987654321'));
    expect([pathname, search, hash]).toEqual(['/cashback', '', '#telefone=11987654321']);
  });

  test.each([
    '',
    '11987654321',
    'https://painel.example/cashback',
    'https://painel.example/cashback?telefone=11987654321',
    'https://painel.example/cashback#telefone=',
    'https://painel.example/cashback#telefone=119',
    'https://painel.example/cashback#telefone=10987654321',
    'https://painel.example/redemption#telefone=11987654321',
    'https://painel.example/customer/cashback/CASHBACK_x#telefone=11987654321',
    'javascript:alert(1)//x/cashback#telefone=11987654321',
    '00020126580014br.gov.bcb.pix',
  ])('%s is none', (text) => {
    expect(phoneFromCustomerCode(text)).toBeUndefined();
  });
});
