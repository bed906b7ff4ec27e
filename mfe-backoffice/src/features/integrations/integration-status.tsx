import { formatDayAndTime } from 'domain/local-dates';
import { failureMessage } from 'federation/error-message';
import { useRemoteHost, useStaffSession } from 'federation/remote-host';
import { useEffect, useRef } from 'react';
import { CheckboxField } from 'ui/checkbox-field';
import { DefinitionList } from 'ui/definition-list';
import { SettingsSection } from '../../lib/settings-section.tsx';
import { trpc } from '../../lib/trpc.ts';
import { formatCount } from './integration-labels.ts';
import type { Integration } from './integration-values.ts';
import styles from './provider-panel.module.css';

interface IntegrationStatusProps {
  integration: Integration;
  /** The settings were just saved for the first time: turning the integration on is what comes next. */
  takesFocus: boolean;
  onStored: (stored: Integration) => void;
}

/** The switch of a saved integration, and a count of its deliveries. */
export function IntegrationStatus({ integration, takesFocus, onStored }: IntegrationStatusProps) {
  const { timeZone } = useStaffSession().merchant;
  const { provider, isActive, lastSyncAt, syncCount } = integration;
  const toggle = useToggle(onStored);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <SettingsSection title="Situação" description="Só integrações ativadas recebem seus clientes.">
      <div className={styles.boxes}>
        <CheckboxField
          ref={box}
          look="switch"
          label="Ativada"
          hint="Muda na hora, sem precisar salvar."
          checked={toggle.wanted ?? isActive}
          onChange={(event) => toggle.change({ provider, isActive: event.target.checked })}
        />
      </div>
      <DefinitionList
        rows={[
          {
            label: 'Último envio',
            value: lastSyncAt === null ? 'Nenhum ainda' : formatDayAndTime(lastSyncAt, timeZone),
          },
          { label: 'Envios concluídos', value: formatCount(syncCount) },
        ]}
      />
    </SettingsSection>
  );
}

/**
 * `wanted` is the chosen state while the server has not answered yet; until then another choice waits.
 */
function useToggle(onStored: (stored: Integration) => void) {
  const { notify } = useRemoteHost();
  const { mutate, isPending, variables } = trpc.integrations.setActive.useMutation({
    onSuccess: (stored) => {
      onStored(stored);
      notify.success(stored.isActive ? 'Integração ativada' : 'Integração desativada');
    },
    onError: (error) => notify.error(failureMessage(error, 'Erro ao atualizar integração')),
  });
  return {
    wanted: isPending ? variables.isActive : undefined,
    change: (choice: { provider: Integration['provider']; isActive: boolean }) => {
      if (!isPending) mutate(choice);
    },
  };
}
