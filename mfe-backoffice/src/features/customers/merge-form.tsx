import type { ApiOutputs } from 'api/contract';
import { mergeCustomersInput } from 'domain/inputs';
import { formatCents } from 'domain/money';
import { formatPhone } from 'domain/phone';
import { failureMessage } from 'federation/error-message';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { CheckboxField } from 'ui/checkbox-field';
import { ChoiceField } from 'ui/choice-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { validBy } from '../../lib/valid-by.ts';
import { balanceCents } from './customer-detail.ts';
import styles from './merge-form.module.css';
import { ReasonField } from './reason-field.tsx';
import type { MergeCustomers } from './use-corrections.ts';

/** The fields that a record on the screen and one just found have in common. */
type MergeRecord = Pick<
  ApiOutputs['customers']['find'],
  'id' | 'phone' | 'name' | 'availableCents' | 'maturingCents' | 'totalCashbackCents'
>;

interface Values {
  stays: 'this' | 'other';
  reason: string;
  isUnderstood: boolean;
}

interface MergeFormProps {
  customer: MergeRecord;
  other: MergeRecord;
  merge: MergeCustomers;
  onMerged: (customerId: string) => void | Promise<void>;
  /** To look for another record, where this one was searched for. */
  onBack?: () => void;
  onClose: () => void;
}

/** Both side by side: which stays, why, and that it is for good. */
export function MergeForm({ customer, other, merge, onMerged, onBack, onClose }: MergeFormProps) {
  const form = useForm<Values>({ defaultValues: { stays: 'this', reason: '', isUnderstood: false } });
  const { errors, isSubmitting } = form.formState;

  async function send({ stays, reason }: Values) {
    const [target, source] = stays === 'this' ? [customer, other] : [other, customer];
    const outcome = await merge({
      customerId: target.id,
      sourceCustomerId: source.id,
      reason: reason.trim(),
    });
    if ('answer' in outcome) return onMerged(target.id);
    const message = failureMessage(outcome.error, 'Erro ao unir os cadastros. Tente novamente.');
    form.setError('root', { message });
  }

  return (
    <FormDialog
      title="Unir cadastros"
      description="Saldo, compras e resgates dos dois ficam no cadastro que você escolher."
      submit={{ label: 'Unir cadastros', pendingLabel: 'Unindo...', variant: 'danger' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(send)}
      onClose={onClose}
    >
      <div className={styles.choice}>
        <ChoiceField
          label="Qual cadastro fica?"
          options={[
            { value: 'this', label: 'Este cadastro', detail: <MergeCard record={customer} /> },
            { value: 'other', label: 'O outro cadastro', detail: <MergeCard record={other} /> },
          ]}
          {...form.register('stays')}
        />
        {onBack && (
          <Button variant="ghost" disabled={isSubmitting} onClick={onBack}>
            Buscar outro cadastro
          </Button>
        )}
      </div>
      <Outcome form={form} customer={customer} other={other} />
      <ReasonField
        error={errors.reason?.message}
        {...form.register('reason', { validate: validBy(mergeCustomersInput.shape.reason) })}
      />
      <Understood form={form} />
    </FormDialog>
  );
}

function MergeCard({ record }: { record: MergeRecord }) {
  return (
    <div className={styles.card}>
      <p className={styles.name}>{record.name ?? 'Nome não informado'}</p>
      <p>{formatPhone(record.phone)}</p>
      <dl className={styles.amounts}>
        <Amount label="Disponível" cents={record.availableCents} />
        <Amount label="A liberar" cents={record.maturingCents} />
        <Amount label="Acumulado" cents={record.totalCashbackCents} />
      </dl>
    </div>
  );
}

function Amount({ label, cents }: { label: string; cents: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatCents(cents)}</dd>
    </div>
  );
}

/** The result of the merge, in a message. */
function Outcome({
  form,
  customer,
  other,
}: { form: UseFormReturn<Values> } & Pick<MergeFormProps, 'customer' | 'other'>) {
  const stays = useWatch({ control: form.control, name: 'stays' });
  const [target, source] = stays === 'this' ? [customer, other] : [other, customer];
  return (
    <Alert tone="warning" title="Não pode ser desfeito">
      Fica <Phone digits={target.phone} />, com saldo de{' '}
      {formatCents(balanceCents(customer) + balanceCents(other))}. O número <Phone digits={source.phone} />{' '}
      deixa de identificar este cliente.
    </Alert>
  );
}

/** Not broken at its hyphen. */
function Phone({ digits }: { digits: string }) {
  return <span className={styles.phone}>{formatPhone(digits)}</span>;
}

function Understood({ form }: { form: UseFormReturn<Values> }) {
  const error = form.formState.errors.isUnderstood?.message;
  return (
    <CheckboxField
      label="Entendo que a união não pode ser desfeita"
      hint={error && <span className={styles.error}>{error}</span>}
      aria-invalid={error ? true : undefined}
      aria-required
      {...form.register('isUnderstood', {
        validate: (isUnderstood) => isUnderstood || 'Marque para confirmar a união',
      })}
    />
  );
}
