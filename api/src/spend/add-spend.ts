import { recordAudit } from '../audit/record-audit.ts';
import type { App } from '../context.ts';
import { Refusal } from '../errors.ts';
import { runOnce } from '../ledger/run-once.ts';
import { isDatabaseOutdated } from '../lib/database-errors.ts';
import { parseDate } from '../lib/date-columns.ts';
import { newId } from '../lib/id.ts';
import type { StaffSession } from '../staff-session.ts';

export interface AddedSpend {
  id: string;
  amountCents: number;
  date: string;
}

/** Entered by hand, not read from an advertising platform. */
const PLATFORM = 'manual';

/**
 * Records marketing spend of one day. Throws Refusal 'operation_conflict' or 'operation_in_flight', and
 * 'database_outdated' if the database lacks a migration, which the platform has to run.
 */
export async function addSpend(
  { tenancy, log }: Pick<App, 'tenancy' | 'log'>,
  staff: StaffSession,
  request: { ip: string; userAgent?: string | undefined },
  input: { operationId: string; amountCents: number; date: string },
): Promise<AddedSpend> {
  const { operationId: requestId, amountCents, date } = input;
  try {
    return await tenancy.withTenant(staff.merchantId, (tx) =>
      runOnce(tx, { requestId, procedure: 'spend.add', request: input }, async () => {
        const { merchantId, now: createdAt } = tx;
        const id = newId(createdAt.getTime());
        const { employeeId } = staff;
        await tx.prisma(({ marketingSpend }) =>
          marketingSpend.create({
            data: {
              merchantId,
              id,
              employeeId,
              amountCents,
              date: parseDate(date),
              platform: PLATFORM,
              createdAt,
            },
          }),
        );
        await recordAudit(tx, {
          action: 'spend.add',
          entity: 'spend',
          entityId: id,
          actor: staff,
          request,
          details: { amountCents, date },
        });
        return { id, amountCents, date };
      }),
    );
  } catch (error) {
    if (!isDatabaseOutdated(error)) throw error;
    log.error(
      { err: error },
      'the database lacks what saving marketing spend needs: run npm run ops -- db:migrate',
    );
    throw new Refusal('database_outdated');
  }
}
