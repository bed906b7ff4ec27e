import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take more than twenty seconds. Begun last, each would keep one worker busy while the others have
 * nothing left to do; without a list vitest begins with the largest files, and these are small.
 */
const LONGEST_FIRST = [
  'api/src/test/security/tenant-matrix.test.ts',
  'api/src/customers/erase-deliveries.test.ts',
  'api/src/retention/inactive-customers.test.ts',
  'api/src/alerts/rules.test.ts',
  'api/src/test/security/inputs.test.ts',
  'api/src/integrations/unsubscribed.test.ts',
  'api/src/employees/employees-http.test.ts',
  'api/src/deliveries/attempt-delivery.test.ts',
  'api/src/ledger/wrong-clock.test.ts',
  'api/src/ledger/day-border-race.test.ts',
  'packages/database/src/sql-files.test.ts',
  'api/src/reports/restated-reports.test.ts',
  'api/src/approvals/approvals.test.ts',
  'api/src/logos/preview.test.ts',
  'api/src/customers/erase-interleavings.test.ts',
  'api/src/test/api-process.test.ts',
  'scripts/lib/backup/prove-restored.test.ts',
  'api/src/tags/take-tag-events.test.ts',
  'api/src/ledger/mass-expiry.test.ts',
  'api/src/auth/passkeys.test.ts',
  'api/src/ledger/settle-due-customers.test.ts',
  'api/src/test/outage/postgres.test.ts',
  'api/src/test/security/tenant-permissions.test.ts',
  'packages/processes/src/cluster/supervisor.test.ts',
  'api/src/cashback/live-confirmation.test.ts',
  'api/src/ledger/money-model.test.ts',
  'api/src/deliveries/delivery-limits.test.ts',
  'api/src/customer-files/import-customers.test.ts',
  'scripts/factor-reset.test.ts',
  'scripts/lib/test-counts.test.ts',
  'api/src/proof/guesses.test.ts',
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
