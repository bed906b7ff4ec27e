import { appCode } from 'domain/account-inputs';
import { failureMessage, isRefusal } from 'federation/error-message';
import { useForm } from 'react-hook-form';
import { QrCode } from 'ui/qr-code';
import { TextField } from 'ui/text-field';
import { CodeBlock } from '../../lib/code-block.tsx';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { validBy } from '../../lib/valid-by.ts';
import styles from './two-step.module.css';

interface ConfirmAppDialogProps {
  secret: string;
  /** The content of the QR code. */
  address: string;
  onSubmit: (values: { code: string }) => Promise<void>;
  onClose: () => void;
}

/** The secret for the app, and the first code that shows that the app has it. */
export function ConfirmAppDialog({ secret, address, onSubmit, onClose }: ConfirmAppDialogProps) {
  const form = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;

  async function confirm(values: { code: string }) {
    try {
      await onSubmit(values);
    } catch (error) {
      const message = failureMessage(error, 'Não foi possível salvar. Tente novamente.');
      const field = isRefusal(error, 'wrong_factor_code') ? 'code' : 'root';
      form.setError(field, { message }, { shouldFocus: true });
    }
  }

  return (
    <FormDialog
      title="Leia o código no aplicativo"
      description="No aplicativo de códigos, adicione uma conta e leia este QR Code. Depois digite os números que ele mostra."
      submit={{ label: 'Ativar', pendingLabel: 'Ativando...' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(confirm)}
      onClose={onClose}
    >
      <div className={styles.qrCode}>
        <QrCode value={address} title="QR Code para o aplicativo de códigos" />
      </div>
      <CodeBlock
        label="Sem câmera? Digite esta chave no aplicativo"
        code={secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        original={secret}
      />
      <TextField
        label="Código do aplicativo"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={errors.code?.message}
        {...form.register('code', { validate: validBy(appCode) })}
      />
    </FormDialog>
  );
}
