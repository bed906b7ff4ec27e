import { TRPCClientError } from '@trpc/client';
import { INTERNAL_MESSAGE, OFFLINE_MESSAGE } from 'domain/failure-messages';
import { expect, it } from 'vitest';
import { errorMessage, isRefusal, shouldRetry } from './error-message.ts';

function refused(code: string, httpStatus: number, message: string, refusal?: string) {
  return TRPCClientError.from({
    error: { code: -32_000, message, data: { code, httpStatus, ...(refusal && { refusal }) } },
  } as never);
}

const wrongPassword = refused('UNAUTHORIZED', 401, 'Credenciais inválidas', 'invalid_credentials');
const broken = refused('INTERNAL_SERVER_ERROR', 500, 'Erro interno');
const unreachable = TRPCClientError.from(new TypeError('Failed to fetch'));

it("shows the server's message as it is", () => {
  expect(errorMessage(wrongPassword)).toBe('Credenciais inválidas');
  expect(errorMessage(broken)).toBe(INTERNAL_MESSAGE);
});

it('says that there is no connection when no answer came', () => {
  expect(errorMessage(unreachable)).toBe(OFFLINE_MESSAGE);
});

it("never shows a bug's own words", () => {
  expect(errorMessage(new TypeError('x is undefined'))).toBe(INTERNAL_MESSAGE);
  expect(errorMessage('oops', 'Erro ao fazer login')).toBe('Erro ao fazer login');
});

it('tells refusals apart by their code', () => {
  expect(isRefusal(wrongPassword, 'invalid_credentials')).toBe(true);
  expect(isRefusal(wrongPassword, 'unauthenticated')).toBe(false);
  expect(isRefusal(unreachable, 'invalid_credentials')).toBe(false);
});

it('knows an error of another client, as the shell hands on to a remote', () => {
  const foreign = Object.assign(new Error('Está certo?'), {
    name: 'TRPCClientError',
    data: { code: 'CONFLICT', httpStatus: 409, refusal: 'purchase_unusual' },
  });
  expect(isRefusal(foreign, 'purchase_unusual')).toBe(true);
  expect(errorMessage(foreign)).toBe('Está certo?');
});

it('asks again twice after a failure, never after a refusal', () => {
  expect(shouldRetry(0, unreachable)).toBe(true);
  expect(shouldRetry(1, broken)).toBe(true);
  expect(shouldRetry(2, unreachable)).toBe(false);
  expect(shouldRetry(0, wrongPassword)).toBe(false);
});
