import { employeePin } from 'domain/account-inputs';
import { errorMessage, failureMessage, isRefusal } from 'federation/error-message';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { SelectField } from 'ui/select-field';
import { TextField } from 'ui/text-field';
import { trpc } from '../trpc.ts';
import { validBy } from '../valid-by.ts';
import styles from './asking-dialog.module.css';

interface Values {
  employeeId: string;
  pin: string;
}

/** Refusals that are about the PIN. */
const OF_PIN = ['wrong_employee_pin', 'pin_locked', 'pin_used_up'];

/** A manager approves at the counter: who, and the PIN. */
export function PinForm({ id, onApproved }: { id: string; onApproved: () => Promise<void> }) {
  const { data, error } = trpc.approvals.approvers.useQuery({ id });
  if (error) return <Alert tone="danger">{failureMessage(error, 'Erro ao carregar quem aprova.')}</Alert>;
  if (!data) return <p role="status">Carregando quem aprova…</p>;
  if (data.approvers.length === 0)
    return (
      <Alert tone="info">
        Ninguém que aprova tem um PIN. Ele é criado em Configurações, no perfil de cada um.
      </Alert>
    );
  return <Fields id={id} approvers={data.approvers} onApproved={onApproved} />;
}

interface FieldsProps {
  id: string;
  approvers: { id: string; name: string }[];
  onApproved: () => Promise<void>;
}

function Fields({ id, approvers, onApproved }: FieldsProps) {
  const { mutateAsync } = trpc.approvals.approveHere.useMutation();
  const form = useForm<Values>({ defaultValues: { employeeId: approvers[0]?.id ?? '', pin: '' } });
  const { setFocus } = form;
  const { errors, isSubmitting } = form.formState;
  useEffect(() => setFocus('pin'), [setFocus]);

  async function send({ employeeId, pin }: Values) {
    try {
      await mutateAsync({ id, employeeId, pin });
    } catch (error) {
      if (OF_PIN.some((refusal) => isRefusal(error, refusal)))
        return form.setError('pin', { message: errorMessage(error) }, { shouldFocus: true });
      return form.setError('root', {
        message: failureMessage(error, 'Não foi possível aprovar. Tente novamente.'),
      });
    }
    await onApproved();
  }

  return (
    <form noValidate className={styles.content} onSubmit={form.handleSubmit(send)}>
      <SelectField
        label="Quem aprova"
        options={approvers.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.register('employeeId')}
      />
      <TextField
        label="PIN de quem aprova"
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        required
        error={errors.pin?.message}
        {...form.register('pin', { validate: validBy(employeePin) })}
      />
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <Button type="submit" block pending={isSubmitting} pendingLabel="Aprovando...">
        Aprovar
      </Button>
    </form>
  );
}
