import { roleMay } from 'domain/roles';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshMovements } from '../../lib/use-refresh-movements.ts';
import styles from './customer-actions.module.css';
import type { CustomerDetail } from './customer-detail.ts';

/** Another name that the customer gave at the sign-up link, until an employee takes or drops it. */
export function SignupName({ customer: { id, name, signupName } }: { customer: CustomerDetail }) {
  const { employee } = useStaffSession();
  const { notify } = useRemoteHost();
  const refresh = useRefreshMovements();
  const { mutateAsync, isPending } = trpc.customers.edit.useMutation();
  const [failure, setFailure] = useState<string>();
  if (signupName === null) return null;

  async function decide(decided: string | null) {
    setFailure(undefined);
    try {
      await mutateAsync({ customerId: id, name: decided });
    } catch (error) {
      return setFailure(failureMessage(error, 'Erro ao salvar o nome. Tente novamente.'));
    }
    notify.success(decided === name ? 'Nome mantido!' : 'Nome alterado!');
    refresh();
  }

  return (
    <Alert
      tone={failure ? 'danger' : 'info'}
      role={failure ? 'alert' : 'note'}
      title={`Informou outro nome ao se cadastrar: ${signupName}`}
      action={
        roleMay(employee.role, 'customers.adjust') && (
          <div className={styles.actions}>
            <Button variant="secondary" disabled={isPending} onClick={() => decide(signupName)}>
              Usar este nome
            </Button>
            <Button variant="ghost" disabled={isPending} onClick={() => decide(name)}>
              Manter
            </Button>
          </div>
        )
      }
    >
      {failure ?? 'O cadastro fica com o nome de hoje enquanto ninguém decidir.'}
    </Alert>
  );
}
