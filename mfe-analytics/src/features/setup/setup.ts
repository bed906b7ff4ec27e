import type { ApiInputs, ApiOutputs } from 'api/contract';

/** Which of the merchant's first steps are done. */
export type Setup = ApiOutputs['setup']['show'];

/** Ticks a step that nothing else tells, or dismisses the list. */
export type SetupMark = ApiInputs['setup']['mark']['mark'];
