import { spellingsOf } from 'domain/doubt-phone';
import { eraseCustomerInput } from 'domain/inputs';
import { formatCents } from 'domain/money';
import { readPhone } from 'domain/read-phone';
import { errorMessage, failureMessage, isRefusal } from 'federation/error-message';
import { Controller, useForm } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { PhoneField } from 'ui/phone-field';
import styles from './erase-customer-dialog.module.css';
import { FormDialog } from './form-dialog.tsx';
import { useRefreshMovements } from './use-refresh-movements.ts';
import { validBy } from './valid-by.ts';

interface EraseCustomerDialogProps {
  customer: { phone: string; availableCents: number; maturingCents: number };
  /** Who is told, where an erasure answers a request. */
  told?: string | undefined;
  erase: (phone: string) => Promise<void>;
  onErased: () => void;
  onClose: () => void;
}

/** Erases the customer's personal data: what goes, what stays and why, and the phone typed to confirm. */
export function EraseCustomerDialog(props: EraseCustomerDialogProps) {
  const { customer, told, erase, onErased, onClose } = props;
  const refresh = useRefreshMovements();
  const form = useForm<{ phone: string }>({ defaultValues: { phone: '' } });
  const { isSubmitting, errors } = form.formState;

  async function send({ phone }: { phone: string }) {
    try {
      await erase(phone);
    } catch (error) {
      if (isRefusal(error, 'phone_differs'))
        return form.setError('phone', { message: errorMessage(error) }, { shouldFocus: true });
      const message = failureMessage(error, 'Erro ao apagar os dados. Tente novamente.');
      return form.setError('root', { message });
    }
    refresh();
    onErased();
  }

  const isThis = (phone: string) =>
    spellingsOf(readPhone(phone).digits ?? '').includes(customer.phone) ||
    'Este não é o telefone deste cadastro';
  return (
    <FormDialog
      title="Apagar dados do cliente"
      description="A pessoa deixa de existir nesta loja. Uma nova compra com o mesmo telefone começa um cadastro do zero."
      submit={{ label: 'Apagar dados do cliente', pendingLabel: 'Apagando...', variant: 'danger' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(send)}
      onClose={onClose}
    >
      <Alert tone="warning" title="Não pode ser desfeito">
        {lossOf(customer.availableCents + customer.maturingCents)}
      </Alert>
      <dl className={styles.consequences}>
        <div>
          <dt>O que é apagado</dt>
          <dd>
            Nome, telefone, email, motivos escritos em estornos e ajustes, e os contatos no Mailchimp e no RD
            Station. Os webhooks são avisados.
          </dd>
        </div>
        <div>
          <dt>O que fica, e por quê</dt>
          <dd>
            Valores e datas das compras, dos resgates e do extrato, sem ligação com a pessoa: a loja precisa
            deles para as suas contas e obrigações fiscais.
          </dd>
        </div>
        {told && (
          <div>
            <dt>Quem é avisado</dt>
            <dd>{told}</dd>
          </div>
        )}
      </dl>
      <Controller
        name="phone"
        control={form.control}
        rules={{ validate: { isValid: validBy(eraseCustomerInput.shape.phone), isThis } }}
        render={({ field, fieldState }) => (
          <PhoneField
            {...field}
            label="Telefone do cliente, para confirmar"
            required
            error={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  );
}

function lossOf(cents: number): string {
  if (cents === 0) return 'O cliente não tem saldo. Códigos que ainda não foram confirmados deixam de valer.';
  return `O saldo de ${formatCents(cents)} é cancelado, e códigos que ainda não foram confirmados deixam de valer.`;
}
