import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take more than ten seconds. Begun last, each would keep one worker busy while the others have
 * nothing left to do; without a list vitest begins with the largest files, and these are small.
 */
const LONGEST_FIRST = [
  'api/src/test/fuzz/procedures.test.ts',
  'api/src/test/security/tenant-matrix.test.ts',
  'api/src/test/security/phone-walk.test.ts',
  'api/src/test/outage/redis.test.ts',
  'api/src/domains/hosts-without-database.test.ts',
  'api/src/ledger/money-model.test.ts',
  'api/src/test/outage/exhaustion.test.ts',
  'api/src/deliveries/attempt-delivery.test.ts',
  'api/src/reports/restated-reports.test.ts',
  'api/src/test/outage/kill.test.ts',
  'api/src/test/outage/postgres.test.ts',
  'api/src/test/fuzz/http.test.ts',
  'packages/processes/src/cluster/supervisor.test.ts',
  'api/src/lib/redis.test.ts',
  'api/src/ledger/wrong-clock.test.ts',
  'scripts/keys-rotate.test.ts',
  'api/src/jobs/jobs.test.ts',
  'api/src/customer-files/export-customers.test.ts',
  'api/src/customers/list-customers.test.ts',
  'api/src/test/security/tenant-permissions.test.ts',
  'scripts/lib/turbo-scope.test.ts',
];

function turn({ moduleId }: TestSpecification): number {
  const place = LONGEST_FIRST.findIndex((path) => moduleId.endsWith(`/${path}`));
  return place === -1 ? LONGEST_FIRST.length : place;
}

/** Vitest's own order, except that the long files come first within their project. */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    // Workers are shared by the files of one project only, so the projects stay together.
    const earliest = (project: TestSpecification['project']) =>
      Math.min(...sorted.filter((each) => each.project === project).map(turn));
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return sorted.sort(
      (a, b) =>
        group(a) - group(b) ||
        earliest(a.project) - earliest(b.project) ||
        projects.indexOf(a.project) - projects.indexOf(b.project) ||
        turn(a) - turn(b),
    );
  }
}
