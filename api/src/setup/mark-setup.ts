import type { SetupMark } from 'domain/setup-inputs';
import type { TenantTransaction } from '../tenant.ts';

const COLUMNS = {
  rules: 'setupRulesAt',
  poster: 'setupPosterAt',
  alone: 'setupAloneAt',
  trial: 'setupTrialAt',
  dismissed: 'setupDismissedAt',
} as const satisfies Record<SetupMark | 'trial', string>;

/** Sets a mark of the merchant's first steps; one that is set keeps its first moment. */
export async function markSetup(tx: TenantTransaction, mark: keyof typeof COLUMNS): Promise<void> {
  const column = COLUMNS[mark];
  await tx.prisma(({ merchant }) =>
    merchant.updateMany({ where: { id: tx.merchantId, [column]: null }, data: { [column]: tx.now } }),
  );
}
