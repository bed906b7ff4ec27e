import { expect, it } from 'vitest';
import { parseEndedSession, parseStoredSession } from './stored-session.ts';

const STORED = {
  user: { id: 'u1', email: 'ana@exemplo.com.br' },
  merchant: { name: 'Padaria' },
  employee: { name: 'Ana' },
  isAuthenticated: true,
};

it('reads a session that was stored', () => {
  const { isAuthenticated: _, ...session } = STORED;
  expect(parseStoredSession(JSON.stringify(STORED))).toEqual({ ...session, factorDaysLeft: null });
  expect(parseStoredSession(JSON.stringify({ ...STORED, factorDaysLeft: 0 }))?.factorDaysLeft).toBe(0);
  const shownPasswordLinks = [{ madeAt: '2026-11-27T17:05:00Z', madeBy: { name: 'Rita', role: 'owner' } }];
  expect(parseStoredSession(JSON.stringify({ ...STORED, shownPasswordLinks }))).toMatchObject({
    shownPasswordLinks,
  });
});

it.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['a signed-out state', JSON.stringify({ ...STORED, isAuthenticated: false })],
  ['an older shape', JSON.stringify({ state: STORED, version: 0 })],
  ['null', 'null'],
])('takes %s for no session', (_name, text) => {
  expect(parseStoredSession(text)).toBeNull();
});

it('of a session that ended by itself, only the e-mail and the employee are left', () => {
  const left = { user: { email: 'ana@exemplo.com.br' }, employee: { id: 'ana' }, isAuthenticated: false };
  const text = JSON.stringify(left);
  expect(parseEndedSession(text)).toEqual({ employeeId: 'ana', email: 'ana@exemplo.com.br' });
  expect(parseStoredSession(text)).toBeNull();
});

it.each([null, '{', 'null', JSON.stringify(STORED), '{"isAuthenticated":false}'])(
  'no session has ended in %j',
  (text) => expect(parseEndedSession(text)).toBeNull(),
);
