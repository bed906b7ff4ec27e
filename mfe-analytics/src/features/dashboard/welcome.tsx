import { useStaffSession } from 'federation/remote-host';
import { HandCoins, QrCode } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { PageHeader } from 'ui/page-header';
import styles from './welcome.module.css';

interface WelcomeProps {
  /** A message about what stands below it. */
  below: string;
}

/** The dashboard's head: whose it is, and the two things a counter does all day. */
export function Welcome({ below }: WelcomeProps) {
  const { merchant } = useStaffSession();
  return (
    <PageHeader
      title="Dashboard"
      description={`Bem-vindo, ${merchant.name}! ${below}`}
      actions={
        <div className={styles.counter}>
          <Link to="/redemption" className={buttonClassName({ variant: 'secondary' })}>
            <HandCoins aria-hidden="true" />
            Resgatar
          </Link>
          <Link to="/cashback" className={buttonClassName({})}>
            <QrCode aria-hidden="true" />
            Gerar Cashback
          </Link>
        </div>
      }
    />
  );
}
