import type { ApiInputs, ApiOutputs } from 'api/contract';
import { mutate } from '../../lib/api.ts';
import { callDeadline } from '../../lib/deadline.ts';

export type MyData = ApiOutputs['myData']['show'];
export type MyDataSection = MyData['sections'][number];
export type MyDataSubject = ApiInputs['myData']['show']['who'];

type Input<Procedure extends keyof ApiInputs['myData']> = ApiInputs['myData'][Procedure];

export const setConsent = (input: Input<'setConsent'>) =>
  mutate('myData', 'setConsent', input, callDeadline());
export const correctMyData = (input: Input<'correct'>) => mutate('myData', 'correct', input, callDeadline());
export const downloadMyData = (input: Input<'download'>) =>
  mutate('myData', 'download', input, callDeadline());
export const eraseMyData = (input: Input<'erase'>) => mutate('myData', 'erase', input, callDeadline());
