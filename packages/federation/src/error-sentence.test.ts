import { TRPCClientError } from '@trpc/client';
import { INTERNAL_SENTENCE, OFFLINE_SENTENCE } from 'domain/failure-sentences';
import { expect, it } from 'vitest';
import { errorSentence, isRefusal, shouldRetry } from './error-sentence.ts';

function refused(code: string, httpStatus: number, message: string, refusal?: string) {
  return TRPCClientError.from({
    error: { code: -32_000, message, data: { code, httpStatus, ...(refusal && { refusal }) } },
  } as never);
}

const wrongPassword = refused('UNAUTHORIZED', 401, 'Credenciais inválidas', 'invalid_credentials');
const broken = refused('INTERNAL_SERVER_ERROR', 500, 'Erro interno');
const unreachable = TRPCClientError.from(new TypeError('Failed to fetch'));

it("shows the server's sentence as it is", () => {
  expect(errorSentence(wrongPassword)).toBe('Credenciais inválidas');
  expect(errorSentence(broken)).toBe(INTERNAL_SENTENCE);
});

it('says that there is no connection when no answer came', () => {
  expect(errorSentence(unreachable)).toBe(OFFLINE_SENTENCE);
});

it("never shows a bug's own words", () => {
  expect(errorSentence(new TypeError('x is undefined'))).toBe(INTERNAL_SENTENCE);
  expect(errorSentence('oops', 'Erro ao fazer login')).toBe('Erro ao fazer login');
});

it('tells refusals apart by their code', () => {
  expect(isRefusal(wrongPassword, 'invalid_credentials')).toBe(true);
  expect(isRefusal(wrongPassword, 'unauthenticated')).toBe(false);
  expect(isRefusal(unreachable, 'invalid_credentials')).toBe(false);
});

it('asks again twice after a failure, never after a refusal', () => {
  expect(shouldRetry(0, unreachable)).toBe(true);
  expect(shouldRetry(1, broken)).toBe(true);
  expect(shouldRetry(2, unreachable)).toBe(false);
  expect(shouldRetry(0, wrongPassword)).toBe(false);
});
