import { employeeMay, type PermittedEmployee } from 'domain/roles';
import type { HelpTopic } from './help-topic.ts';
import { COUNTER_TOPICS } from './topics/counter.ts';
import { MANAGEMENT_TOPICS } from './topics/management.ts';
import { PEOPLE_TOPICS } from './topics/people.ts';
import { REPORT_TOPICS } from './topics/reports.ts';

export const TOPICS: readonly HelpTopic[] = [
  ...COUNTER_TOPICS,
  ...PEOPLE_TOPICS,
  ...REPORT_TOPICS,
  ...MANAGEMENT_TOPICS,
];

/** The topics of the screens that this employee may open. */
export function topicsFor(session: PermittedEmployee): readonly HelpTopic[] {
  return TOPICS.filter(({ permission }) => employeeMay(session, permission));
}

/**
 * The topic that an address asks for: the one it names ('#ajuda-equipe'), else the screen's own, the longest
 * path first.
 */
export function findTopic(
  topics: readonly HelpTopic[],
  { pathname, hash }: { pathname: string; hash: string },
): HelpTopic | undefined {
  const named = topics.find(({ id }) => hash === `#ajuda-${id}`);
  const [own] = topics
    .filter(({ path }) => pathname.replace(/\/$/, '').startsWith(path))
    .sort((one, two) => two.path.length - one.path.length);
  return named ?? own;
}
