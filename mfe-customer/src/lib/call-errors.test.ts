import { INTERNAL_MESSAGE, OFFLINE_MESSAGE } from 'domain/failure-messages';
import { expect, it } from 'vitest';
import { ApiRefusal, Unreachable } from './api.ts';
import { errorMessage, isHiccup, isPassing, isRefusal } from './call-errors.ts';

const notFound = new ApiRefusal('Cliente não encontrado', 'customer_not_found', 404);
const tooMany = new ApiRefusal('Muitas tentativas. Aguarde.', 'too_many_requests', 429);
const bug = new ApiRefusal('Erro interno', null, 500);
const unreachable = new Unreachable('no answer');

it("shows the server's message as it is", () => {
  expect(errorMessage(notFound, 'outra')).toBe('Cliente não encontrado');
});

it('says that there is no connection when no answer came', () => {
  expect(errorMessage(unreachable, 'outra')).toBe(OFFLINE_MESSAGE);
});

it("never shows a bug's own words", () => {
  expect(errorMessage(new TypeError('x is undefined'))).toBe(INTERNAL_MESSAGE);
  expect(errorMessage(new ApiRefusal('Input validation failed', null, 400))).toBe(INTERNAL_MESSAGE);
  expect(errorMessage(bug, 'Erro ao carregar')).toBe('Erro ao carregar');
});

it('tells refusals apart by their code', () => {
  expect(isRefusal(notFound, 'customer_not_found')).toBe(true);
  expect(isRefusal(notFound, 'too_many_requests')).toBe(false);
  expect(isRefusal(unreachable, 'customer_not_found')).toBe(false);
});

it.each([
  ['no network', unreachable, true, true],
  ['a bug', bug, true, true],
  ['too many calls', tooMany, false, true],
  ['too many calls at once', new ApiRefusal('Muitos pedidos', 'too_many_at_once', 429), true, true],
  ['a refusal', notFound, false, false],
])('%s: worth another try at once, worth one later', (_, error, atOnce, later) => {
  expect([isHiccup(error), isPassing(error)]).toEqual([atOnce, later]);
});
