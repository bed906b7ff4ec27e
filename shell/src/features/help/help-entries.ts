import { topicsFor } from './find-topic.ts';

export interface HelpEntry {
  /** The place in the address that opens it. */
  hash: string;
  question: string;
  /** The topic and the answer, to be searched too. */
  text: string;
}

/** Every question that this role may ask, for the search. */
export function helpEntriesFor(role: string): HelpEntry[] {
  return topicsFor(role).flatMap(({ id, title, questions }) =>
    questions.map(({ question, answer }) => ({ hash: `#ajuda-${id}`, question, text: `${title} ${answer}` })),
  );
}
