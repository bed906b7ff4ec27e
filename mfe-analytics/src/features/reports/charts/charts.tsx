/** All chart components: one file, loaded when the first chart is shown. */
export { AmountsChart } from './amounts-chart.tsx';
export { TransactionsChart } from './transactions-chart.tsx';
