import { randomBytes, randomUUID } from 'node:crypto';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
import type { TenantPasskey } from '../test/tenant-factors.ts';
import {
  EMPLOYEES,
  type MatrixRow,
  newEmail,
  nobodysToken,
  type Outcome,
  SIGN_IN,
} from '../test/tenant-matrix-row.ts';

const NEW_PASSWORD = 'broa-de-milho-morna';
/** Callers of the matrix have no pending e-mail, because the matrix runs without a mail server. */
const NOTHING_WAITS: Outcome = [409, 'no_email_change'];

/** The answer to every role, in the place of a success. */
const everySignedIn = (outcome: Outcome) => ({ roles: outcome, 'employee of the other merchant': outcome });
/** The same, where the signed-out are answered as well. */
const everyoneWhoMay = (outcome: Outcome) => ({
  ...everySignedIn(outcome),
  anonymous: outcome,
  'deactivated owner': outcome,
});

const profile = (email: string) => ({
  name: 'Novo Nome',
  email,
  phone: null,
});

const NO_ANSWER = { credentialId: 'AAAA', clientData: 'AAAA' };

/** An answer in this passkey's name, to no challenge. */
const passkeyAnswer = ({ employeeId, credentialId }: Pick<TenantPasskey, 'employeeId' | 'credentialId'>) => ({
  ...NO_ANSWER,
  token: randomBytes(32).toString('base64url'),
  credentialId: credentialId.toString('base64url'),
  authenticatorData: 'AAAA',
  signature: 'AAAA',
  userHandle: Buffer.from(employeeId.replaceAll('-', ''), 'hex').toString('base64url'),
});

const LOGIN: MatrixRow = {
  asks: 'public',
  input: (merchant) => ({ email: merchant.ownerEmail, password: TEST_PASSWORD }),
  outcomes: SIGN_IN,
  foreign: [
    {
      what: 'e-mail',
      from: 'platform',
      theirs: (_own, other) => ({ email: other.ownerEmail, password: 'not the password' }),
      nobodys: () => ({ email: newEmail(), password: 'not the password' }),
    },
    {
      what: 'e-mail and password',
      from: 'own host',
      theirs: (_own, other) => ({ email: other.ownerEmail, password: TEST_PASSWORD }),
      nobodys: () => ({ email: newEmail(), password: TEST_PASSWORD }),
    },
  ],
};

export const AUTH_MATRIX: Record<string, MatrixRow> = {
  'auth.login': LOGIN,
  'auth.startLogin': LOGIN,
  // Employees of the matrix have no second step: their logins are over as soon as they are named.
  'auth.finishLogin': {
    asks: 'public',
    input: () => ({ token: randomBytes(32).toString('base64url'), code: '123456' }),
    outcomes: { ...SIGN_IN, ...everyoneWhoMay([401, 'half_open_login_over']) },
    foreign: [
      {
        what: 'link to a password',
        from: 'platform',
        theirs: (_own, other) => ({ token: other.passwordToken, code: '123456' }),
        nobodys: () => ({ token: nobodysToken('PASSWORD'), code: '123456' }),
      },
    ],
  },
  'auth.startPasskeyLogin': { asks: 'public', input: () => ({}), outcomes: SIGN_IN, foreign: [] },
  'auth.finishPasskeyLogin': {
    asks: 'public',
    input: (merchant) => passkeyAnswer(merchant.passkey),
    outcomes: { ...SIGN_IN, ...everyoneWhoMay([401, 'passkey_refused']) },
    foreign: [
      {
        what: 'passkey',
        from: 'platform',
        theirs: (_own, other) => passkeyAnswer(other.passkey),
        nobodys: () => passkeyAnswer({ employeeId: randomUUID(), credentialId: randomBytes(32) }),
      },
    ],
  },
  'auth.logout': { asks: 'public', outcomes: SIGN_IN, foreign: [] },
  'auth.session': { asks: 'public', outcomes: SIGN_IN, foreign: [] },
  'auth.forgotPassword': {
    asks: 'public',
    input: () => ({ email: newEmail() }),
    outcomes: SIGN_IN,
    foreign: [
      {
        what: 'e-mail',
        from: 'platform',
        theirs: (_own, other) => ({ email: other.nextInvitedEmail() }),
        nobodys: () => ({ email: newEmail() }),
      },
    ],
  },
  'auth.passwordLink': {
    asks: 'public',
    input: (merchant) => ({ token: merchant.passwordToken }),
    outcomes: SIGN_IN,
    foreign: [
      {
        what: 'link',
        from: 'own host',
        theirs: (_own, other) => ({ token: other.passwordToken }),
        nobodys: () => ({ token: nobodysToken('PASSWORD') }),
      },
      {
        what: "purchase's token",
        from: 'platform',
        theirs: (_own, other) => ({ token: other.purchase.token }),
        nobodys: () => ({ token: nobodysToken('CASHBACK') }),
      },
    ],
  },
  'auth.setPassword': {
    asks: 'public',
    input: (merchant) => ({ token: merchant.nextPasswordToken(), password: NEW_PASSWORD }),
    outcomes: SIGN_IN,
    foreign: [
      {
        what: 'link',
        from: 'own host',
        theirs: (_own, other) => ({ token: other.passwordToken, password: NEW_PASSWORD }),
        nobodys: () => ({ token: nobodysToken('PASSWORD'), password: NEW_PASSWORD }),
      },
    ],
  },
  'auth.emailLink': {
    asks: 'public',
    input: (merchant) => ({ token: merchant.emailToken }),
    outcomes: SIGN_IN,
    foreign: [
      {
        what: 'link',
        from: 'own host',
        theirs: (_own, other) => ({ token: other.emailToken }),
        nobodys: () => ({ token: nobodysToken('EMAIL') }),
      },
      {
        what: 'link to a password',
        from: 'platform',
        theirs: (_own, other) => ({ token: other.passwordToken }),
        nobodys: () => ({ token: nobodysToken('PASSWORD') }),
      },
    ],
  },
  'auth.confirmEmail': {
    asks: 'public',
    input: (merchant) => ({ token: merchant.nextEmailToken(), password: TEST_PASSWORD }),
    outcomes: SIGN_IN,
    foreign: [
      {
        what: 'link',
        from: 'own host',
        theirs: (_own, other) => ({ token: other.emailToken, password: TEST_PASSWORD }),
        nobodys: () => ({ token: nobodysToken('EMAIL'), password: TEST_PASSWORD }),
      },
    ],
  },
  'auth.securityNotice': {
    asks: 'public',
    input: (merchant) => ({ token: merchant.noticeToken }),
    outcomes: SIGN_IN,
    foreign: [
      {
        what: 'notice',
        from: 'own host',
        theirs: (_own, other) => ({ token: other.noticeToken }),
        nobodys: () => ({ token: nobodysToken('NOTICE') }),
      },
      {
        what: 'link to a password',
        from: 'platform',
        theirs: (_own, other) => ({ token: other.passwordToken }),
        nobodys: () => ({ token: nobodysToken('PASSWORD') }),
      },
    ],
  },
  'auth.disownNotice': {
    asks: 'public',
    input: (merchant) => ({ token: merchant.nextNoticeToken() }),
    outcomes: SIGN_IN,
    foreign: [
      {
        what: 'notice',
        from: 'own host',
        theirs: (_own, other) => ({ token: other.noticeToken }),
        nobodys: () => ({ token: nobodysToken('NOTICE') }),
      },
    ],
  },
  'auth.profile': { asks: 'profile.write', outcomes: EMPLOYEES, foreign: [] },
  'auth.saveProfile': {
    asks: 'profile.write',
    input: () => profile(newEmail()),
    provedInput: () => profile(newEmail()),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'e-mail',
        from: 'platform',
        theirs: (_own, other) => profile(other.ownerEmail),
        nobodys: () => profile(newEmail()),
        toldApart: 'an e-mail signs in at one merchant only, and the form says that it is taken',
      },
    ],
  },
  'auth.resendEmailLink': {
    asks: 'profile.write',
    outcomes: { ...EMPLOYEES, roles: NOTHING_WAITS, 'employee of the other merchant': NOTHING_WAITS },
    foreign: [],
  },
  'auth.cancelEmailChange': { asks: 'profile.write', outcomes: EMPLOYEES, foreign: [] },
  'auth.proveSelf': {
    asks: 'profile.write',
    input: () => ({ password: TEST_PASSWORD }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
  // Callers of the matrix have no passkey.
  'auth.startPasskeyProof': {
    asks: 'profile.write',
    outcomes: { ...EMPLOYEES, ...everySignedIn([409, 'no_passkey']) },
    foreign: [],
  },
  'auth.changePassword': {
    asks: 'profile.write',
    // Once for each employee, and after the rows that need the old password.
    input: () => ({ currentPassword: TEST_PASSWORD, password: NEW_PASSWORD }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'auth.factors': { asks: 'profile.write', outcomes: EMPLOYEES, foreign: [] },
  'auth.startAuthenticator': {
    asks: 'profile.write',
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'auth.confirmAuthenticator': {
    asks: 'profile.write',
    // One of the million codes is right at any time; the row before has made the secret.
    input: () => ({ code: '123456' }),
    outcomes: { ...EMPLOYEES, ...everySignedIn([422, 'wrong_factor_code']) },
    foreign: [],
  },
  'auth.removeAuthenticator': {
    asks: 'profile.write',
    outcomes: { ...EMPLOYEES, ...everySignedIn([409, 'no_factor']) },
    foreign: [],
  },
  'auth.startPasskey': {
    asks: 'profile.write',
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'auth.confirmPasskey': {
    asks: 'profile.write',
    input: () => ({ name: 'Celular', ...NO_ANSWER, attestation: 'AAAA', transports: [] }),
    outcomes: { ...EMPLOYEES, ...everySignedIn([422, 'passkey_not_added']) },
    foreign: [],
  },
  'auth.removePasskey': {
    asks: 'profile.write',
    input: (merchant) => ({ id: merchant.passkey.id }),
    outcomes: { ...EMPLOYEES, ...everySignedIn([404, 'passkey_not_found']) },
    foreign: [
      {
        what: 'passkey',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.passkey.id }),
        nobodys: () => ({ id: randomUUID() }),
      },
    ],
  },
  'auth.renewRecoveryCodes': {
    asks: 'profile.write',
    outcomes: { ...EMPLOYEES, ...everySignedIn([409, 'no_factor']) },
    foreign: [],
  },
  'auth.pin': { asks: 'profile.write', outcomes: EMPLOYEES, foreign: [] },
  'auth.setPin': {
    asks: 'profile.write',
    input: () => ({ pin: '4827' }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
  'auth.removePin': { asks: 'profile.write', outcomes: EMPLOYEES, foreign: [] },
  'auth.sessions': { asks: 'profile.write', outcomes: EMPLOYEES, foreign: [] },
  'auth.endSession': {
    asks: 'profile.write',
    input: () => ({ id: randomBytes(16).toString('base64url') }),
    outcomes: EMPLOYEES,
    foreign: [
      {
        what: 'employee',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.staff.owner.employeeId }),
        nobodys: () => ({ id: randomUUID() }),
        notRefused: 'a session that is not there is one that has ended',
      },
    ],
  },
  'auth.endOtherSessions': { asks: 'profile.write', outcomes: EMPLOYEES, foreign: [] },
};
