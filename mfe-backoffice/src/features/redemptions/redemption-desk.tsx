import { useStaffSession } from 'federation/remote-host';
import { Stepper } from 'ui/stepper';
import { CustomerCard } from './customer-card.tsx';
import { FindCustomerForm } from './find-customer-form.tsx';
import styles from './redemption-desk.module.css';
import { RedemptionForm } from './redemption-form.tsx';
import { whyNothing } from './redemption-limits.ts';
import { useRedemptionDesk } from './use-redemption-desk.ts';

const STEPS = ['Buscar Cliente', 'Dados do Cliente', 'Valor do Resgate'];

/** The three steps on one screen: nothing moves between them, so hands and eyes learn where things are. */
export function RedemptionDesk({ balanceChanges }: { balanceChanges: number }) {
  const desk = useRedemptionDesk(balanceChanges);
  const { timeZone } = useStaffSession().merchant;
  return (
    <div className={styles.frame}>
      <div className={styles.desk}>
        <div className={styles.steps}>
          <Stepper steps={STEPS} current={currentStep(desk)} label="Etapas do resgate" />
        </div>
        <FindCustomerForm
          form={desk.phoneForm}
          lookup={desk.lookup}
          onSearch={desk.search}
          onChange={desk.changePhone}
        />
        <div className={styles.customer}>
          <CustomerCard lookup={desk.lookup} onRetry={desk.search} timeZone={timeZone} />
        </div>
        <RedemptionForm
          form={desk.amountForm}
          customer={desk.customer}
          rules={desk.rules}
          onSubmit={desk.submit}
          onSearchAnother={desk.focusPhone}
        />
      </div>
    </div>
  );
}

function currentStep({ customer, isCodeShown }: ReturnType<typeof useRedemptionDesk>): number {
  if (isCodeShown) return STEPS.length;
  if (!customer) return 0;
  return whyNothing(customer) === undefined ? 2 : 1;
}
