import { FORCE_UPDATE_DELAY_MS } from 'domain/lifetimes';
import { useDocumentTitle } from 'federation/use-document-title';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Spinner } from 'ui/spinner';
import { session } from '../features/session/session.ts';
import { CenteredPage } from '../lib/centered-page.tsx';
import styles from './force-update.module.css';

/** Forgets everything this browser keeps of the product, and signs out. */
function clearBrowser(): void {
  localStorage.clear();
  sessionStorage.clear();
  void clearCaches().catch(() => undefined);
  // Without a network the cookie stays; /login will find the session again, which is the truth.
  session.logout().catch(() => undefined);
}

/** The service worker and its kept copies of customers' pages. Plain http has neither. */
async function clearCaches(): Promise<void> {
  if ('caches' in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(registrations.map((registration) => registration.unregister()));
}

export function ForceUpdateRoute() {
  useDocumentTitle('Limpando cache');
  const navigate = useNavigate();

  useEffect(() => {
    clearBrowser();
    const timer = setTimeout(() => {
      window.alert('Cache limpo com sucesso! Faça login novamente.');
      navigate('/login', { replace: true });
    }, FORCE_UPDATE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [navigate]);

  return (
    <CenteredPage>
      <div className={styles.body} role="status">
        <Spinner size="large" />
        <h1 className={styles.title}>Limpando Cache...</h1>
        <p className={styles.text}>Aguarde enquanto limpamos os dados antigos.</p>
      </div>
    </CenteredPage>
  );
}
