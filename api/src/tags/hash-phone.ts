import { phoneE164 } from 'domain/phone';
import { sha256 } from '../lib/tokens.ts';

/**
 * The hexadecimal SHA-256 of the E.164 number, the only form in which tags get one. `digits` as stored:
 * '11987654321'.
 */
export function hashPhone(digits: string): string {
  return sha256(phoneE164(digits)).toString('hex');
}
