import { randomBytes, randomUUID } from 'node:crypto';
import { TEST_PASSWORD } from './signed-in-merchant.ts';
import { type MatrixRow, newEmail, nobodysToken, SIGN_IN, STAFF } from './tenant-matrix-row.ts';

const NEW_PASSWORD = 'broa-de-milho-morna';

const profile = (email: string) => ({
  name: 'Novo Nome',
  email,
  phone: null,
  currentPassword: TEST_PASSWORD,
});

/** What people do with their own account. */
export const ACCOUNTS_MATRIX: Record<string, MatrixRow> = {
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
    input: (shop) => ({ token: shop.passwordToken }),
    outcomes: SIGN_IN,
    foreign: [
      {
        what: 'link',
        from: 'own host',
        theirs: (_own, other) => ({ token: other.passwordToken }),
        nobodys: () => ({ token: nobodysToken('PASSWORD') }),
      },
      {
        what: "sale's token",
        from: 'platform',
        theirs: (_own, other) => ({ token: other.sale.token }),
        nobodys: () => ({ token: nobodysToken('CASHBACK') }),
      },
    ],
  },
  'auth.setPassword': {
    asks: 'public',
    input: (shop) => ({ token: shop.nextPasswordToken(), password: NEW_PASSWORD }),
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
  'auth.profile': { asks: 'profile.write', outcomes: STAFF, foreign: [] },
  'auth.saveProfile': {
    asks: 'profile.write',
    input: () => profile(newEmail()),
    outcomes: STAFF,
    foreign: [
      {
        what: 'e-mail',
        from: 'platform',
        theirs: (_own, other) => profile(other.ownerEmail),
        nobodys: () => profile(newEmail()),
        toldApart: 'an e-mail signs in at one shop only, and the form says that it is taken',
      },
    ],
  },
  'auth.changePassword': {
    asks: 'profile.write',
    // Once for each person, and after the rows that need the old one.
    input: () => ({ currentPassword: TEST_PASSWORD, password: NEW_PASSWORD }),
    outcomes: STAFF,
    foreign: [],
  },
  'auth.sessions': { asks: 'profile.write', outcomes: STAFF, foreign: [] },
  'auth.endSession': {
    asks: 'profile.write',
    input: () => ({ id: randomBytes(16).toString('base64url') }),
    outcomes: STAFF,
    foreign: [
      {
        what: 'person',
        from: 'platform',
        theirs: (_own, other) => ({ id: other.staff.owner.employeeId }),
        nobodys: () => ({ id: randomUUID() }),
        notRefused: 'a session that is not there is one that has ended',
      },
    ],
  },
  'auth.endOtherSessions': { asks: 'profile.write', outcomes: STAFF, foreign: [] },
};
