import type { ApiOutputs } from 'api/contract';
import { MAX_PASSKEYS } from 'domain/account-inputs';
import { formatDayAndTime } from 'domain/local-dates';
import { knowsPasskeys } from 'federation/knows-passkeys';
import { useStaffSession } from 'federation/remote-host';
import { Button } from 'ui/button';
import { VisuallyHidden } from 'ui/visually-hidden';
import styles from './profile-settings.module.css';
import rowStyles from './session-list.module.css';
import type { OpenTwoStepDialog } from './two-step-dialog.tsx';

type Passkey = ApiOutputs['auth']['factors']['passkeys'][number];

interface PasskeyListProps {
  passkeys: readonly Passkey[];
  onOpen: (dialog: OpenTwoStepDialog, from: HTMLElement) => void;
}

/** The passkeys: when each was added and used, and what can be done with it. */
export function PasskeyList({ passkeys, onOpen }: PasskeyListProps) {
  const { timeZone } = useStaffSession().merchant;
  return (
    <div className={styles.form}>
      <div className={styles.role}>
        <h3 className={styles.roleLabel}>Chaves de acesso</h3>
        <p className={styles.roleText}>
          {knowsPasskeys()
            ? 'Entre com a digital, o rosto ou o PIN do aparelho, sem digitar a senha.'
            : 'Este navegador não usa chaves de acesso. Abra o painel em outro para adicionar uma.'}
        </p>
      </div>
      {passkeys.length > 0 && (
        <ul className={rowStyles.rows} aria-label="Chaves de acesso">
          {passkeys.map(({ id, name, ...times }) => (
            <li key={id} className={rowStyles.row}>
              <div className={rowStyles.text}>
                <p className={rowStyles.device}>{name}</p>
                <p className={rowStyles.facts}>
                  <span>Adicionada em {formatDayAndTime(times.createdAt, timeZone)}</span>
                  <span>
                    {times.lastUsedAt === null
                      ? 'Ainda não usada'
                      : `Último uso em ${formatDayAndTime(times.lastUsedAt, timeZone)}`}
                  </span>
                </p>
              </div>
              <Button
                variant="secondary"
                onClick={(event) => onOpen({ kind: 'remove-passkey', id, name }, event.currentTarget)}
              >
                Remover
                <VisuallyHidden> a chave {name}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {knowsPasskeys() && passkeys.length < MAX_PASSKEYS && (
        <div className={styles.actions}>
          <Button
            variant={passkeys.length === 0 ? 'primary' : 'secondary'}
            onClick={(event) => onOpen({ kind: 'passkey' }, event.currentTarget)}
          >
            Adicionar chave de acesso
          </Button>
        </div>
      )}
    </div>
  );
}
