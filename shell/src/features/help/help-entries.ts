import type { PermittedEmployee } from 'domain/roles';
import { topicsFor } from './find-topic.ts';

export interface HelpEntry {
  /** The place in the address that opens it. */
  hash: string;
  question: string;
  /** The topic and the answer, to be searched too. */
  text: string;
}

/** Every question about screens that this employee may open, for the search. */
export function helpEntriesFor(session: PermittedEmployee): HelpEntry[] {
  return topicsFor(session).flatMap(({ id, title, questions }) =>
    questions.map(({ question, answer }) => ({ hash: `#ajuda-${id}`, question, text: `${title} ${answer}` })),
  );
}
