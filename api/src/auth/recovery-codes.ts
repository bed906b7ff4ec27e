import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from 'domain/factor-codes';
import { sha256 } from '../lib/tokens.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const CODE_CHARACTERS = 24;

/** 120 random bits. From 112 on a plain hash tells nothing of a code. */
const newRecoveryCode = (): string =>
  Array.from(randomBytes(CODE_CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Of its employee alone: a row copied to another one opens nothing. */
export const recoveryCodeHash = (employeeId: string, code: string): Buffer => sha256(`${employeeId} ${code}`);

/** A new set for the employee: the codes in clear, and what is stored of them. */
export function makeRecoveryCodes(employeeId: string): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  return { codes, hashes: codes.map((code) => recoveryCodeHash(employeeId, code)) };
}
