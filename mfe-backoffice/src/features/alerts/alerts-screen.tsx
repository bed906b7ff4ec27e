import { useSearchParams } from 'react-router-dom';
import { Tabs } from 'ui/tabs';
import styles from './alerts.module.css';
import { AlertsList } from './alerts-list.tsx';

const TABS = [
  { id: 'open', label: 'Abertos' },
  { id: 'closed', label: 'Encerrados' },
] as const;

/** The alerts by state, which stands in the address: '/alerts?situacao=encerrados'. */
export function AlertsScreen() {
  const [parameters, setParameters] = useSearchParams();
  const state = parameters.get('situacao') === 'encerrados' ? 'closed' : 'open';
  const show = (next: 'open' | 'closed') =>
    setParameters(next === 'open' ? {} : { situacao: 'encerrados' }, { replace: true });
  return (
    <div className={styles.list}>
      <Tabs label="Situação dos alertas" tabs={TABS} active={state} onChange={show}>
        <AlertsList key={state} state={state} />
      </Tabs>
    </div>
  );
}
