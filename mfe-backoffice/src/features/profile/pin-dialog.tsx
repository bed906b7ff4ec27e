import { setPinInput } from 'domain/account-inputs';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useForm } from 'react-hook-form';
import { PasswordField } from 'ui/password-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { validBy } from '../../lib/valid-by.ts';

const { shape } = setPinInput;

interface PinDialogProps {
  isFirst: boolean;
  onClose: () => void;
}

/** A new PIN. */
export function PinDialog({ isFirst, onClose }: PinDialogProps) {
  const { notify } = useRemoteHost();
  const { auth } = trpc.useUtils();
  const { mutateAsync } = trpc.auth.setPin.useMutation();
  const form = useForm({ defaultValues: { pin: '' } });
  const { errors, isSubmitting } = form.formState;

  async function save(values: { pin: string }) {
    try {
      auth.pin.setData(undefined, await mutateAsync(values));
      notify.success(isFirst ? 'PIN criado!' : 'PIN trocado!');
      onClose();
    } catch (error) {
      form.setError('root', { message: failureMessage(error, 'Não foi possível salvar. Tente novamente.') });
    }
  }

  return (
    <FormDialog
      title={isFirst ? 'Criar PIN' : 'Trocar PIN'}
      submit={{ label: 'Salvar', pendingLabel: 'Salvando...' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
    >
      <PasswordField
        label="Novo PIN"
        secretName="PIN"
        hint="De 4 a 6 números. Com 6, é mais difícil de adivinhar."
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        required
        error={errors.pin?.message}
        {...form.register('pin', { validate: validBy(shape.pin) })}
      />
    </FormDialog>
  );
}
