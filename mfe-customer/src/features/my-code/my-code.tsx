import { customerCodeLink } from 'domain/customer-code';
import { formatPhone } from 'domain/phone';
import { QrCode } from 'ui/qr-code';
import styles from './my-code.module.css';

interface MyCodeProps {
  appOrigin: string;
  /** Digits. */
  phone: string;
}

/** The phone as a QR code. A file of its own: what draws it is loaded when it is asked for. */
export function MyCode({ appOrigin, phone }: MyCodeProps) {
  return (
    <div className={styles.code}>
      <QrCode value={customerCodeLink(appOrigin, phone)} title="Meu código" />
      <p className={styles.phone}>{formatPhone(phone)}</p>
    </div>
  );
}
