import { changePasswordInput } from 'domain/account-inputs';
import { useForm } from 'react-hook-form';
import { Button } from 'ui/button';
import { NewPasswordField } from 'ui/new-password-field';
import { PasswordField } from 'ui/password-field';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { validBy } from '../../lib/valid-by.ts';
import styles from './profile-settings.module.css';
import { EMPTY_PASSWORDS, type PasswordValues, useChangePassword } from './use-change-password.ts';

const { shape } = changePasswordInput;
const isCurrentPassword = validBy(shape.currentPassword);
const isNewPassword = validBy(shape.password);

export function PasswordForm() {
  const form = useForm<PasswordValues>({ defaultValues: EMPTY_PASSWORDS });
  const { errors, isDirty, isSubmitting } = form.formState;
  const change = useChangePassword(form);
  useLeaveGuard(isDirty);

  return (
    <SettingsSection
      title="Senha"
      description="Ao trocar a senha, você continua conectado aqui e sai de todos os outros dispositivos. As chaves de acesso continuam valendo: confira-as em “Verificação em duas etapas”."
    >
      <form noValidate className={styles.form} onSubmit={form.handleSubmit(change)}>
        <PasswordField
          label="Senha atual"
          secretName="senha atual"
          required
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { validate: isCurrentPassword })}
        />
        <NewPasswordField
          label="Nova senha"
          secretName="nova senha"
          required
          error={errors.password?.message}
          {...form.register('password', {
            validate: (value, { currentPassword }) =>
              value !== '' && value === currentPassword
                ? 'Escolha uma senha diferente da atual'
                : isNewPassword(value),
          })}
        />
        <PasswordField
          label="Confirmar nova senha"
          secretName="confirmação"
          autoComplete="new-password"
          required
          error={errors.confirmation?.message}
          {...form.register('confirmation', {
            required: 'Confirme a senha',
            validate: (value, { password }) => value === password || 'As senhas não coincidem',
          })}
        />
        <div className={styles.actions}>
          <Button type="submit" size="large" pending={isSubmitting} pendingLabel="Trocando...">
            Trocar senha
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}
