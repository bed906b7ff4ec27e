import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { PASSKEY_CHALLENGE_TTL_SECONDS } from 'domain/lifetimes';

/**
 * The only file that imports @simplewebauthn/server. A passkey proves who holds it by a finger, a face or a
 * PIN (user verification), so that alone it is as much as a password and a code.
 */

type Library = typeof import('@simplewebauthn/server');
let library: Promise<Library> | undefined;

/** Loads the library, which takes a tenth of a second: at a start, or in a test, at its first use. */
export function loadWebAuthn(): Promise<Library> {
  library ??= import('@simplewebauthn/server');
  return library;
}

/** Where passkeys are valid. */
interface Site {
  /** The platform's host name for employees. */
  rpId: string;
  origin: string;
}

export function siteOf({ appOrigin }: { appOrigin: string }): Site {
  const { hostname, origin } = new URL(appOrigin);
  return { rpId: hostname, origin };
}

export interface KnownCredential {
  credentialId: Buffer;
  transports: string[];
}

const describeCredential = ({ credentialId, transports }: KnownCredential) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports: transports as AuthenticatorTransport[],
});

/** EdDSA, ES256 and RS256: what authenticators speak, by their COSE numbers. */
const ALGORITHMS = [-8, -7, -257];
const TIMEOUT_MS = PASSKEY_CHALLENGE_TTL_SECONDS * 1_000;

/** What a browser needs to make a passkey. It has to be found without an e-mail, and not to be there yet. */
export function creationOptions(
  { rpId }: Site,
  challenge: string,
  employee: { id: string; email: string; name: string; merchantName: string },
  existing: readonly KnownCredential[],
): Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'> {
  return {
    rp: { id: rpId, name: 'Painel de cashback' },
    user: {
      id: userHandleOf(employee.id),
      name: employee.email,
      displayName: `${employee.name} (${employee.merchantName})`,
    },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT_MS,
    excludeCredentials: existing.map(describeCredential),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/** What a browser needs to sign in: with one of these passkeys, or without any with whichever it finds. */
export function requestOptions(
  { rpId }: Site,
  challenge: string,
  allowed: readonly KnownCredential[],
): Omit<PublicKeyCredentialRequestOptionsJSON, 'extensions'> {
  return {
    rpId,
    challenge,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: allowed.map(describeCredential),
  };
}

/** The employee's id as authenticators store it. */
const userHandleOf = (employeeId: string) =>
  Buffer.from(employeeId.replaceAll('-', ''), 'hex').toString('base64url');

/** The id of the employee that a passkey was made for; undefined if the handle is not one of ours. */
export function employeeIdOf(userHandle: string): string | undefined {
  const hex = Buffer.from(userHandle, 'base64url').toString('hex');
  const parts = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(hex);
  return parts?.slice(1).join('-');
}

export interface NewCredential extends KnownCredential {
  publicKey: Buffer;
  counter: number;
  isBackedUp: boolean;
}

/** The new passkey, if the browser's answer is to this challenge, from our site, by a verified person. */
export async function checkCreated(
  site: Site,
  challenge: string,
  answer: { credentialId: string; clientData: string; attestation: string; transports: string[] },
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { credentialId: id, transports } = answer;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: answer.clientData, attestationObject: answer.attestation, transports },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!registrationInfo) return undefined;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
      isBackedUp: credentialBackedUp,
    };
  } catch {
    // It throws for whatever is wrong with the answer.
    return undefined;
  }
}

export interface SignedAnswer {
  credentialId: string;
  clientData: string;
  authenticatorData: string;
  signature: string;
}

/**
 * Returns the passkey's new counter and backup state; undefined unless it signed this challenge, on our site,
 * for a verified person. A counter that did not increase is refused, because the passkey may be a copy.
 */
export async function checkSigned(
  site: Site,
  challenge: string,
  { publicKey, counter }: { publicKey: Buffer; counter: number },
  { credentialId: id, clientData, authenticatorData, signature }: SignedAnswer,
): Promise<{ counter: number; isBackedUp: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientData, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  } catch {
    return undefined;
  }
}
