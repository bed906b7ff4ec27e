import { averageTicketCents } from 'domain/report-formulas';
import type { TeamMember } from './use-team.ts';

/** The sortable columns of the table; numbers descend, names ascend. */
export const TEAM_SORTS = {
  name: 'Funcionário',
  transactions: 'Vendas',
  revenueCents: 'Receita',
  averageTicketCents: 'Ticket médio',
  cashbackCents: 'Cashback',
  unconfirmedCents: 'Ninguém buscou',
  redemptions: 'Resgates',
  redeemedCents: 'Resgatado',
} as const;

export type TeamSort = keyof typeof TEAM_SORTS;
export type SortOrder = 'ascending' | 'descending';

export function firstOrder(sort: TeamSort): SortOrder {
  return sort === 'name' ? 'ascending' : 'descending';
}

/** People with equal numbers stay in the order of their names, whichever way the numbers go. */
export function sortTeam(team: readonly TeamMember[], sort: TeamSort, order: SortOrder): TeamMember[] {
  const sign = order === 'ascending' ? 1 : -1;
  const byName = (one: TeamMember, other: TeamMember) => one.name.localeCompare(other.name, 'pt-BR');
  return [...team].sort((one, other) =>
    sort === 'name' ? sign * byName(one, other) : sign * (one[sort] - other[sort]) || byName(one, other),
  );
}

export type TeamNumbers = Omit<TeamMember, 'employeeId' | 'name' | 'isActive'>;

/** All of them together. */
export function totalOf(team: readonly TeamMember[]): TeamNumbers {
  const sum = (field: Exclude<TeamSort, 'name'> | 'unconfirmedTransactions') =>
    team.reduce((total, member) => total + member[field], 0);
  const transactions = sum('transactions');
  const revenueCents = sum('revenueCents');
  return {
    transactions,
    revenueCents,
    averageTicketCents: averageTicketCents(revenueCents, transactions),
    cashbackCents: sum('cashbackCents'),
    unconfirmedTransactions: sum('unconfirmedTransactions'),
    unconfirmedCents: sum('unconfirmedCents'),
    redemptions: sum('redemptions'),
    redeemedCents: sum('redeemedCents'),
  };
}
