import { passkeyName } from 'domain/account-inputs';
import { passkeyFailure } from 'federation/passkey-failure';
import { useForm } from 'react-hook-form';
import { TextField } from 'ui/text-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { validBy } from '../../lib/valid-by.ts';

interface AddPasskeyDialogProps {
  onSubmit: (values: { name: string }) => Promise<void>;
  onClose: () => void;
}

/** The name of the passkey. Then the browser asks for a finger or a PIN. */
export function AddPasskeyDialog({ onSubmit, onClose }: AddPasskeyDialogProps) {
  const form = useForm({ defaultValues: { name: '' } });
  const { errors, isSubmitting } = form.formState;

  async function add(values: { name: string }) {
    try {
      await onSubmit(values);
    } catch (error) {
      form.setError('root', { message: passkeyFailure(error, 'Não foi possível salvar. Tente novamente.') });
    }
  }

  return (
    <FormDialog
      title="Adicionar chave de acesso"
      description="Depois, o navegador pede a digital, o rosto, o PIN ou uma chave de segurança."
      submit={{ label: 'Continuar', pendingLabel: 'Aguardando a chave...' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(add)}
      onClose={onClose}
    >
      <TextField
        label="Nome da chave"
        hint="Para você saber qual é: “Meu celular”, “Notebook da loja”."
        autoComplete="off"
        required
        error={errors.name?.message}
        {...form.register('name', { validate: validBy(passkeyName) })}
      />
    </FormDialog>
  );
}
