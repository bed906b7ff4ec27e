import { demandFactorInput } from 'domain/employee-inputs';
import { FACTOR_GRACE_DAYS } from 'domain/factor-demand';
import { ROLES, type Role, roleLabel } from 'domain/roles';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost } from 'federation/remote-host';
import { useForm } from 'react-hook-form';
import { CheckboxField } from 'ui/checkbox-field';
import { TextField } from 'ui/text-field';
import { FormDialog } from '../../lib/form-dialog.tsx';
import { trpc } from '../../lib/trpc.ts';
import { validBy } from '../../lib/valid-by.ts';
import type { EmployeeList } from './employee.ts';
import styles from './employee-dialog.module.css';

interface Values {
  roles: Record<Role, boolean>;
  days: string;
}

interface DemandFactorDialogProps {
  demands: EmployeeList['factorDemands'];
  onClose: () => void;
}

const daysOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
const isDays = validBy(demandFactorInput.shape.graceDays);

/** The roles that must have a second step, and the days that they have for it. */
export function DemandFactorDialog({ demands, onClose }: DemandFactorDialogProps) {
  const { notify, onSessionChanged } = useRemoteHost();
  const { employees } = trpc.useUtils();
  const { mutateAsync } = trpc.employees.demandFactor.useMutation();
  const isDemanded = (role: Role) => demands.some((demand) => demand.role === role);
  const form = useForm<Values>({
    defaultValues: {
      roles: Object.fromEntries(ROLES.map((role) => [role, isDemanded(role)])) as Record<Role, boolean>,
      days: String(demands[0]?.graceDays ?? FACTOR_GRACE_DAYS.initial),
    },
  });
  const { errors, isSubmitting } = form.formState;

  async function save({ roles, days }: Values) {
    try {
      await mutateAsync({ roles: ROLES.filter((role) => roles[role]), graceDays: daysOf(days) });
      notify.success('Exigência salva!');
      // One's own role may be among them.
      onSessionChanged?.();
      await employees.list.invalidate();
      onClose();
    } catch (error) {
      form.setError('root', { message: failureMessage(error, 'Erro ao salvar. Tente novamente.') });
    }
  }

  return (
    <FormDialog
      title="Exigir a verificação em duas etapas"
      description="Sem uma chave de acesso ou um aplicativo de códigos, o painel não abre para estas funções depois do prazo."
      submit={{ label: 'Salvar', pendingLabel: 'Salvando...' }}
      isPending={isSubmitting}
      failure={errors.root?.message}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
    >
      <fieldset className={styles.choices}>
        <legend>Funções</legend>
        {ROLES.map((role) => (
          <CheckboxField key={role} label={roleLabel(role)} {...form.register(`roles.${role}`)} />
        ))}
      </fieldset>
      <TextField
        label="Prazo em dias"
        hint={`De 0 a ${FACTOR_GRACE_DAYS.most}. Conta do dia em que a função passa a ser exigida ou, para quem chega depois, da chegada.`}
        inputMode="numeric"
        autoComplete="off"
        required
        error={errors.days?.message}
        {...form.register('days', { validate: (text) => isDays(daysOf(text)) })}
      />
    </FormDialog>
  );
}
