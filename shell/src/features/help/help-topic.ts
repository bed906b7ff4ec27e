import type { Permission } from 'domain/roles';

/** The help for one screen. */
export interface HelpTopic {
  /** Stands in the address: '#ajuda-equipe'. */
  id: string;
  /** The screen's address; a topic is also shown for the screens below it that have none of their own. */
  path: string;
  title: string;
  /** The permission that the screen needs. */
  permission: Permission;
  /** What the screen is for, in one or two sentences. */
  purpose: string;
  questions: readonly HelpQuestion[];
}

export interface HelpQuestion {
  question: string;
  answer: string;
}
