import { dashboardAddress } from 'domain/dashboard-address';
import { formatPhone } from 'domain/phone';
import { useRemoteHost } from 'federation/remote-host';
import { Button } from 'ui/button';
import { rememberAskedPhone } from '../../lib/asked-phone.ts';
import { forget, memoryKey } from '../../lib/device-memory.ts';
import { goTo } from '../../lib/navigation.ts';
import styles from './remembered-phone.module.css';

interface RememberedPhoneProps {
  /** Digits. */
  phone: string;
  slug: string | undefined;
}

/** Says that this device knows the phone, and lets it be forgotten. */
export function RememberedPhone({ phone, slug }: RememberedPhoneProps) {
  const { notify } = useRemoteHost();

  function leave(message?: string) {
    forget(memoryKey(slug));
    rememberAskedPhone('');
    if (message) notify.success(message);
    goTo(dashboardAddress(undefined, slug), { replace: true });
  }

  return (
    <section className={styles.section} aria-label="Telefone neste aparelho">
      <p>
        Este aparelho lembra o telefone <span className={styles.phone}>{formatPhone(phone)}</span>
      </p>
      <div className={styles.actions}>
        <Button variant="ghost" onClick={() => leave()}>
          Este não é o meu número
        </Button>
        <Button variant="ghost" onClick={() => leave('Pronto! Este aparelho esqueceu o seu telefone.')}>
          Esquecer neste aparelho
        </Button>
      </div>
    </section>
  );
}
