import { randomBytes, randomUUID } from 'node:crypto';
import { TEST_PASSWORD } from 'testing/signed-in-merchant';
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

const profile = (email: string) => ({
  name: 'Novo Nome',
  email,
  phone: null,
  currentPassword: TEST_PASSWORD,
});

export const AUTH_MATRIX: Record<string, MatrixRow> = {
  'auth.login': {
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
  'auth.profile': { asks: 'profile.write', outcomes: EMPLOYEES, foreign: [] },
  'auth.saveProfile': {
    asks: 'profile.write',
    input: () => profile(newEmail()),
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
  'auth.changePassword': {
    asks: 'profile.write',
    // Once for each employee, and after the rows that need the old password.
    input: () => ({ currentPassword: TEST_PASSWORD, password: NEW_PASSWORD }),
    outcomes: EMPLOYEES,
    foreign: [],
  },
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
