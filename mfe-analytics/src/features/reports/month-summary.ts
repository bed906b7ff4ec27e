import type { ApiOutputs } from 'api/contract';

export type MonthSummary = ApiOutputs['reports']['currentMonth'];
