import type { ApiOutputs } from 'api/contract';

export type PeriodReport = ApiOutputs['reports']['period'];
