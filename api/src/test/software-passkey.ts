import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/**
 * An authenticator in software: ES256 keys, attestation 'none'. It does what a browser and a device do
 * together, and whatever a test wants them to do wrong.
 */

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

// CBOR (RFC 8949), as far as an attestation needs it.
type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const WITH_CREDENTIAL = 0x40;

/** What the device and the browser say in an answer; a test changes what it is about. */
export interface Said {
  origin: string;
  rpId: string;
  challenge: string;
  counter: number;
  isVerified: boolean;
  type: string;
}

export interface SoftwarePasskey {
  credentialId: string;
  userHandle: string;
  /** The answer to the options of a login. */
  sign(options: { challenge: string; rpId?: string }, said?: Partial<Said>): SignedInput;
}

export interface SignedInput {
  credentialId: string;
  clientData: string;
  authenticatorData: string;
  signature: string;
  userHandle: string;
}

export interface CreatedInput {
  credentialId: string;
  clientData: string;
  attestation: string;
  transports: string[];
}

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

const clientDataOf = ({ type, challenge, origin }: Pick<Said, 'type' | 'challenge' | 'origin'>) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function authenticatorDataOf({ rpId, isVerified, counter }: Said, credential = Buffer.alloc(0)): Buffer {
  const flags =
    USER_PRESENT |
    (isVerified ? USER_VERIFIED : 0) |
    BACKUP_ELIGIBLE |
    BACKED_UP |
    (credential.length > 0 ? WITH_CREDENTIAL : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential]);
}

/** Makes a passkey as the options ask for it; `said` is what the answer says otherwise. */
export function createSoftwarePasskey(
  options: CreationOptions,
  origin: string,
  said: Partial<Said & { credentialId: Buffer }> = {},
): { passkey: SoftwarePasskey; created: CreatedInput } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) => Buffer.from(text, 'base64url');
  const credentialId = said.credentialId ?? randomBytes(32);
  let counter = said.counter ?? 0;

  const answer: Said = {
    type: 'webauthn.create',
    origin,
    rpId: options.rp.id ?? '',
    challenge: options.challenge,
    counter,
    isVerified: true,
    ...said,
  };
  const key = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, coordinate(x)],
    [-3, coordinate(y)],
  ]);
  const length = Buffer.from([credentialId.length >> 8, credentialId.length & 0xff]);
  const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(key)]);
  const attestation = new Map<string, Cbor>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authenticatorDataOf(answer, attested)],
  ]);
  const id = credentialId.toString('base64url');

  return {
    created: {
      credentialId: id,
      clientData: clientDataOf(answer).toString('base64url'),
      attestation: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    },
    passkey: {
      credentialId: id,
      userHandle: options.user.id,
      sign({ challenge, rpId = options.rp.id ?? '' }, saidThen = {}) {
        counter += 1;
        const says: Said = {
          type: 'webauthn.get',
          origin,
          rpId,
          challenge,
          counter,
          isVerified: true,
          ...saidThen,
        };
        const clientData = clientDataOf(says);
        const authenticatorData = authenticatorDataOf(says);
        const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
        return {
          credentialId: id,
          clientData: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: options.user.id,
        };
      },
    },
  };
}
