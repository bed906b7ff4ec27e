import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { useStaffSession } from 'federation/remote-host';
import { ApprovalDialog } from '../../lib/approval-dialog.tsx';
import { CustomerCard } from './customer-card.tsx';
import { FindCustomerForm } from './find-customer-form.tsx';
import styles from './redemption-desk.module.css';
import { RedemptionForm } from './redemption-form.tsx';
import { useRedemptionDesk } from './use-redemption-desk.ts';

/** The three steps on one screen: nothing moves between them, so hands and eyes learn where things are. */
export function RedemptionDesk({ balanceChanges }: { balanceChanges: number }) {
  const desk = useRedemptionDesk(balanceChanges);
  const { timeZone } = useStaffSession().merchant;
  const { unapproved } = desk;
  return (
    <div className={styles.frame}>
      <div className={styles.desk}>
        <FindCustomerForm
          form={desk.phoneForm}
          lookup={desk.lookup}
          onSearch={desk.search}
          onChange={desk.changePhone}
          onRead={desk.readPhone}
        />
        <div className={styles.customer}>
          <CustomerCard lookup={desk.lookup} onRetry={desk.search} timeZone={timeZone} />
        </div>
        <RedemptionForm
          form={desk.amountForm}
          isOpen={desk.isOpen}
          customer={desk.customer}
          rules={desk.rules}
          onSubmit={desk.submit}
          onSearchAnother={desk.focusPhone}
        />
      </div>
      {unapproved && (
        <ApprovalDialog
          asking={{
            kind: 'redemption',
            operationId: unapproved.operationId,
            customerId: unapproved.redeemer.id,
            amountCents: unapproved.values.amountCents,
          }}
          what={`${formatPhone(unapproved.redeemer.phone)} · ${formatCents(unapproved.values.amountCents)}`}
          onApproved={() => desk.prepare(unapproved.redeemer, unapproved.values)}
          onClose={desk.leaveUnapproved}
        />
      )}
    </div>
  );
}
