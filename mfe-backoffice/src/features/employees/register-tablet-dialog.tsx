import { registerTabletInput } from 'domain/tablet-inputs';
import { failureMessage } from 'federation/error-message';
import { useForm } from 'react-hook-form';
import { TextField } from 'ui/text-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { validBy } from '../../lib/valid-by.ts';
import styles from './employee-dialog.module.css';

interface RegisterTabletDialogProps {
  onRegistered: () => void;
  onClose: () => void;
}

/** Makes this browser a tablet of the counter. */
export function RegisterTabletDialog({ onRegistered, onClose }: RegisterTabletDialogProps) {
  const { mutateAsync } = trpc.tablets.register.useMutation();
  const form = useForm({ defaultValues: { name: '' } });
  const { errors, isSubmitting } = form.formState;

  async function register(values: { name: string }) {
    try {
      await mutateAsync(values);
      onRegistered();
    } catch (error) {
      form.setError('root', { message: failureMessage(error, 'Erro ao registrar o aparelho') });
    }
  }

  return (
    <FormDialog
      title="Usar este aparelho no balcão"
      submit={{ label: 'Registrar', pendingLabel: 'Registrando...' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(register)}
      onClose={onClose}
    >
      <ul className={styles.consequences}>
        <li>Você sai do painel neste aparelho, e ele mostra quem da equipe pode entrar.</li>
        <li>Cada pessoa entra com o próprio PIN. Sem uso, ele bloqueia em 5 minutos.</li>
        <li>Se ele se perder, revogue-o nesta lista.</li>
      </ul>
      <TextField
        label="Nome do aparelho"
        placeholder="Tablet do balcão"
        maxLength={60}
        required
        error={errors.name?.message}
        {...form.register('name', { validate: validBy(registerTabletInput.shape.name) })}
      />
    </FormDialog>
  );
}
