import { Alert } from 'ui/alert';
import { Welcome } from '../features/dashboard/welcome.tsx';
import { OwnDay } from '../features/own-day/own-day.tsx';
import styles from './dashboard.module.css';

/** The dashboard of employees from whom the merchant hides its numbers: their own day. */
export function OwnDayRoute() {
  return (
    <>
      <Welcome below="Veja o que você registrou hoje." />
      <div className={styles.parts}>
        <OwnDay />
        <Alert tone="info" role="note">
          O faturamento da loja, os relatórios e o ranking da equipe ficam com gerentes, administradores e
          proprietários.
        </Alert>
      </div>
    </>
  );
}
