import { saveProfileInput } from 'domain/account-inputs';
import { type Role, roleLabel } from 'domain/roles';
import { Controller, useForm } from 'react-hook-form';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { PhoneField, usePhoneDoubt } from 'ui/phone-field';
import { TextField } from 'ui/text-field';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { validBy } from '../../lib/valid-by.ts';
import { PendingEmail } from './pending-email.tsx';
import styles from './profile-settings.module.css';
import { type Profile, type ProfileValues, useSaveProfile, valuesOf } from './use-save-profile.ts';

const { shape } = saveProfileInput;
const isName = validBy(shape.name);
const isEmail = validBy(shape.email);
const isPhone = validBy(shape.phone);

export function ProfileForm({ profile }: { profile: Profile }) {
  const form = useForm<ProfileValues>({ defaultValues: valuesOf(profile) });
  const { control, register } = form;
  const { errors, isDirty, isSubmitting } = form.formState;
  const save = useSaveProfile(form);
  const askAboutPhone = usePhoneDoubt(profile.phone ?? '');
  useLeaveGuard(isDirty);

  const submit = form.handleSubmit(async (values) => {
    const question = askAboutPhone(values.phone);
    if (question) form.setError('phone', { message: question }, { shouldFocus: true });
    else await save(values);
  });

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <TextField
        label="Nome completo"
        autoComplete="name"
        required
        error={errors.name?.message}
        {...register('name', { validate: isName })}
      />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint="Você entra no painel com ele."
        error={errors.email?.message}
        {...register('email', { validate: isEmail })}
      />
      {profile.pendingEmail !== null && <PendingEmail email={profile.pendingEmail} />}
      <Controller
        name="phone"
        control={control}
        rules={{ validate: isPhone }}
        render={({ field }) => (
          <PhoneField
            label="Telefone"
            hint="Opcional"
            autoComplete="tel-national"
            error={errors.phone?.message}
            {...field}
          />
        )}
      />
      <RoleNote role={profile.role} />
      <div className={styles.actions}>
        <Button type="submit" size="large" pending={isSubmitting} pendingLabel="Salvando...">
          Salvar perfil
        </Button>
      </div>
    </form>
  );
}

function RoleNote({ role }: { role: Role }) {
  return (
    <div className={styles.role}>
      <span className={styles.roleLabel}>Função</span>
      <Badge tone={role === 'owner' ? 'brand' : 'neutral'}>{roleLabel(role)}</Badge>
      <p className={styles.roleText}>
        {role === 'owner'
          ? 'Você pode alterar as configurações da loja e a função de cada funcionário.'
          : 'Somente o proprietário e administradores podem alterar as configurações da loja. Para mudar a sua função, fale com o proprietário.'}
      </p>
    </div>
  );
}
