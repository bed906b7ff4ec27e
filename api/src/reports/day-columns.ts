import {
  averageCashbackCents,
  type PeriodTotals,
  pendingCents,
  redemptionRateTenths,
} from 'domain/report-formulas';
import type { Period } from 'domain/report-periods';
import type { FileColumn } from '../lib/file-columns.ts';
import type { ReportDay } from './summarize-period.ts';

type Sums = Pick<ReportDay, 'transactions' | 'revenueCents' | 'cashbackCents' | 'redeemedCents'>;

const SUM_COLUMNS: readonly FileColumn<Sums>[] = [
  { header: 'Transações', width: 13, kind: 'count', of: (sums) => sums.transactions },
  { header: 'Receita', width: 18, kind: 'cents', of: (sums) => sums.revenueCents },
  { header: 'Cashback Distribuído', width: 22, kind: 'cents', of: (sums) => sums.cashbackCents },
  { header: 'Total Resgatado', width: 18, kind: 'cents', of: (sums) => sums.redeemedCents },
];

export const DAY_COLUMNS: readonly FileColumn<ReportDay>[] = [
  { header: 'Data', width: 13, kind: 'day', of: ({ day }) => day },
  ...SUM_COLUMNS,
];

/** The line below the days. */
export const TOTAL_COLUMNS: readonly FileColumn<Sums>[] = [
  { header: 'Data', width: 13, kind: 'text', of: () => 'Total' },
  ...SUM_COLUMNS,
];

export interface SummaryRow {
  label: string;
  period: Period;
  totals: PeriodTotals;
}

/** The cards and insights of the screen. */
export const SUMMARY_COLUMNS: readonly FileColumn<SummaryRow>[] = [
  { header: 'Período', width: 30, kind: 'text', of: ({ label }) => label },
  { header: 'De', width: 13, kind: 'day', of: ({ period }) => period.from },
  { header: 'Até', width: 13, kind: 'day', of: ({ period }) => period.to },
  { header: 'Total de Transações', width: 21, kind: 'count', of: ({ totals }) => totals.transactions },
  { header: 'Receita Total', width: 18, kind: 'cents', of: ({ totals }) => totals.revenueCents },
  { header: 'Cashback Distribuído', width: 22, kind: 'cents', of: ({ totals }) => totals.cashbackCents },
  { header: 'Total Resgatado', width: 18, kind: 'cents', of: ({ totals }) => totals.redeemedCents },
  { header: 'Ticket Médio', width: 15, kind: 'cents', of: ({ totals }) => totals.averageTicketCents },
  {
    header: 'Cashback Médio por Transação',
    width: 30,
    kind: 'cents',
    of: ({ totals }) => averageCashbackCents(totals.cashbackCents, totals.transactions),
  },
  {
    header: 'Taxa de Resgate',
    width: 17,
    kind: 'basisPoints',
    of: ({ totals }) => redemptionRateTenths(totals.redeemedCents, totals.cashbackCents) * 10,
  },
  {
    header: 'Cashback Pendente',
    width: 20,
    kind: 'cents',
    of: ({ totals }) => pendingCents(totals.cashbackCents, totals.redeemedCents),
  },
];
