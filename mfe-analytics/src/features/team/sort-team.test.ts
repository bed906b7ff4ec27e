import { expect, test } from 'vitest';
import { sortTeam, totalOf } from './sort-team.ts';
import type { TeamMember } from './use-team.ts';

const NOTHING = {
  isActive: true,
  transactions: 0,
  revenueCents: 0,
  averageTicketCents: 0,
  cashbackCents: 0,
  unconfirmedTransactions: 0,
  unconfirmedCents: 0,
  redemptions: 0,
  redeemedCents: 0,
};
const member = (name: string, numbers: Partial<TeamMember> = {}): TeamMember => ({
  ...NOTHING,
  employeeId: name,
  name,
  ...numbers,
});
const names = (team: TeamMember[]) => team.map(({ name }) => name).join(' ');

const team = [
  member('Zeca', { transactions: 2, revenueCents: 100 }),
  member('Álvaro', { transactions: 1, revenueCents: 300 }),
  member('Bia', { transactions: 2, revenueCents: 200 }),
];

test('names are ordered as a Brazilian reads them, accents and all', () => {
  expect(names(sortTeam(team, 'name', 'ascending'))).toBe('Álvaro Bia Zeca');
  expect(names(sortTeam(team, 'name', 'descending'))).toBe('Zeca Bia Álvaro');
});

test('equal numbers stay in the order of names, whichever way the numbers go', () => {
  expect(names(sortTeam(team, 'transactions', 'descending'))).toBe('Bia Zeca Álvaro');
  expect(names(sortTeam(team, 'transactions', 'ascending'))).toBe('Álvaro Bia Zeca');
});

test('the total’s ticket is of all purchases, not the mean of the employees’', () => {
  expect(totalOf(team)).toMatchObject({ transactions: 5, revenueCents: 600, averageTicketCents: 120 });
  expect(totalOf([])).toMatchObject({ transactions: 0, revenueCents: 0, averageTicketCents: 0 });
});
