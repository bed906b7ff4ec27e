import { correctPhoneInput } from 'domain/inputs';
import { formatPhone } from 'domain/phone';
import { readPhone } from 'domain/read-phone';
import { errorMessage, failureMessage, isRefusal } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { Combine } from 'lucide-react';
import { Controller, useForm } from 'react-hook-form';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { PhoneField, usePhoneDoubt } from 'ui/phone-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useRefreshMovements } from '../../lib/use-refresh-movements.ts';
import { validBy } from '../../lib/valid-by.ts';
import type { CustomerDetail } from './customer-detail.ts';

interface CorrectPhoneDialogProps {
  customer: CustomerDetail;
  /** The number is another record's: perhaps both belong to one customer. */
  onMerge: (phone: string) => void;
  onClose: () => void;
}

/** A wrong number made right. */
export function CorrectPhoneDialog({ customer, onMerge, onClose }: CorrectPhoneDialogProps) {
  const { notify } = useRemoteHost();
  const refresh = useRefreshMovements();
  const { mutateAsync } = trpc.customers.correctPhone.useMutation();
  const form = useForm<{ phone: string }>({ defaultValues: { phone: '' } });
  const { errors, isSubmitting } = form.formState;
  const askAboutPhone = usePhoneDoubt();

  async function send({ phone }: { phone: string }) {
    const question = askAboutPhone(phone);
    if (question) return form.setError('phone', { message: question }, { shouldFocus: true });
    try {
      await mutateAsync({ customerId: customer.id, phone });
    } catch (error) {
      const message = failureMessage(error, 'Erro ao corrigir o telefone. Tente novamente.');
      if (isRefusal(error, 'phone_taken'))
        return form.setError('phone', { type: 'taken', message: errorMessage(error) }, { shouldFocus: true });
      return form.setError('root', { message });
    }
    notify.success('Telefone corrigido!');
    refresh();
    onClose();
  }

  const isNew = (phone: string) =>
    readPhone(phone).digits !== customer.phone || 'Este já é o telefone do cliente';
  return (
    <FormDialog
      title="Corrigir telefone"
      description={`O número de hoje é ${formatPhone(customer.phone)}. Saldo e histórico ficam com o cliente.`}
      submit={{ label: 'Corrigir telefone', pendingLabel: 'Corrigindo...' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(send)}
      onClose={onClose}
    >
      <Controller
        name="phone"
        control={form.control}
        rules={{ validate: { isValid: validBy(correctPhoneInput.shape.phone), isNew } }}
        render={({ field, fieldState }) => (
          <PhoneField {...field} label="Novo telefone" required error={fieldState.error?.message} />
        )}
      />
      {errors.phone?.type === 'taken' && (
        <Alert
          tone="info"
          role="note"
          title="São da mesma pessoa?"
          action={
            <Button variant="secondary" icon={<Combine />} onClick={() => onMerge(form.getValues('phone'))}>
              Unir cadastros
            </Button>
          }
        >
          Una os dois: saldo e histórico ficam em um só cadastro.
        </Alert>
      )}
    </FormDialog>
  );
}
