import { randomBytes } from 'node:crypto';
import { PASSKEY_CHALLENGE_TTL_SECONDS } from 'domain/lifetimes';
import type { App } from '../context.ts';
import { sha256 } from '../lib/tokens.ts';
import { takePasskeyChallengeRow, upsertPasskeyChallenge } from './passkey-challenges.sql.ts';

/**
 * What a challenge belongs to. A signature counts in the ceremony and in the browser that asked for its
 * challenge only.
 */
export interface ChallengeHolder {
  ceremony: 'add' | 'approve' | 'login' | 'prove';
  /** The session that adds a passkey, proves who is there or asks for an approval, or the login's token. */
  secret: string;
}

const hashOf = ({ ceremony, secret }: ChallengeHolder) => sha256(`${ceremony}\0${secret}`);

/** Makes the holder's one open challenge: 32 random bytes, for five minutes. */
export async function makePasskeyChallenge(
  { tenancy }: Pick<App, 'tenancy'>,
  holder: ChallengeHolder,
): Promise<string> {
  const challenge = randomBytes(32);
  await upsertPasskeyChallenge(tenancy, {
    holderHash: hashOf(holder),
    challenge,
    ttlSeconds: PASSKEY_CHALLENGE_TTL_SECONDS,
  });
  return challenge.toString('base64url');
}

/** Uses the holder's challenge up, whatever the answer to it is worth; undefined if there is none. */
export async function takePasskeyChallenge(
  { tenancy }: Pick<App, 'tenancy'>,
  holder: ChallengeHolder,
): Promise<string | undefined> {
  const challenge = await takePasskeyChallengeRow(tenancy, hashOf(holder));
  return challenge?.toString('base64url');
}
