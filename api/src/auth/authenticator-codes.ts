import { generateSecret, generateURI, verifySync } from 'otplib';

/**
 * The only file that imports otplib: codes as RFC 6238 makes them, with SHA-1, six digits and periods of 30
 * seconds, because the common apps ignore other parameters.
 */

const PERIOD_SECONDS = 30;

/** 160 random bits, as base32. */
export const newSecret = (): string => generateSecret();

/** More would make a QR code that is hard to read. */
const MAX_NAME = 40;

/** The content of the QR code that an app reads. */
export function setupAddress(secret: string, of: { email: string; merchantName: string }): string {
  const issuer = `${of.merchantName.slice(0, MAX_NAME).trim()} (cashback)`;
  return generateURI({ issuer, label: of.email, secret });
}

/**
 * The period that the code is of, counted from 1970; undefined unless that is the present one, the one before
 * or the one after, because a phone's clock may be wrong by so much.
 *
 * @param code six digits
 * @param now the database's clock
 */
export function periodOf(secret: string, code: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: PERIOD_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
