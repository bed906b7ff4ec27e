import { dashboardAddress } from 'domain/dashboard-address';
import { formatPhone } from 'domain/phone';
import { useRemoteHost } from 'federation/remote-host';
import { Button } from 'ui/button';
import { mutate } from '../../lib/api.ts';
import { rememberAskedPhone } from '../../lib/asked-phone.ts';
import { errorMessage } from '../../lib/call-errors.ts';
import { forget, memoryKey } from '../../lib/device-memory.ts';
import { goTo } from '../../lib/navigation.ts';
import { dropCalls } from '../../lib/use-call.ts';
import styles from './remembered-phone.module.css';

interface RememberedPhoneProps {
  /** Digits. */
  phone: string;
  slug: string | undefined;
  /** The merchant knows this device as the customer's. */
  isKnown: boolean;
}

/** Says that this device knows the phone, and lets it be forgotten. */
export function RememberedPhone({ phone, slug, isKnown }: RememberedPhoneProps) {
  const { notify } = useRemoteHost();

  function leave(message?: string) {
    forget(memoryKey(slug));
    rememberAskedPhone('');
    if (message) notify.success(message);
    dropCalls('dashboard/');
    goTo(dashboardAddress(undefined, slug), { replace: true });
  }

  /** Reports success only after the merchant has forgotten the device as well. */
  async function forgetDevice() {
    try {
      if (isKnown) await mutate('proof', 'forgetDevices', { who: { phone, slug }, which: 'this' });
      leave('Pronto! Este aparelho esqueceu o seu telefone.');
    } catch (error) {
      notify.error(errorMessage(error));
    }
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
        <Button variant="ghost" onClick={() => void forgetDevice()}>
          Esquecer este aparelho
        </Button>
      </div>
    </section>
  );
}
