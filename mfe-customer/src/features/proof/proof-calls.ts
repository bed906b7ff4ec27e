import type { ApiInputs } from 'api/contract';
import { mutate } from '../../lib/api.ts';

/** The customer whom a proof is for: by phone and program, or by a redemption's code. */
export type ProofSubject = ApiInputs['proof']['sendCode']['who'];

export const sendCode = (who: ProofSubject) => mutate('proof', 'sendCode', { who });
export const enterCode = (who: ProofSubject, code: string) => mutate('proof', 'enterCode', { who, code });
export const enterPin = (who: ProofSubject, pin: string) => mutate('proof', 'enterPin', { who, pin });
export const choosePin = (who: ProofSubject, pin: string) => mutate('proof', 'choosePin', { who, pin });
export const forgetDevices = (who: ProofSubject, which: 'this' | 'others') =>
  mutate('proof', 'forgetDevices', { who, which });
