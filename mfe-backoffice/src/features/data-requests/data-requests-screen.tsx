import type { DataRequestState } from 'domain/data-requests';
import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { LockKeyhole } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { Tabs } from 'ui/tabs';
import { UndeliveredErasures } from '../../lib/undelivered-erasures.tsx';
import { STATE_TABS } from './data-request-labels.ts';
import styles from './data-requests.module.css';
import { DataRequestsList } from './data-requests-list.tsx';

/** As the address names them: '/customers/data-requests?situacao=recusados'. */
const ADDRESS_NAMES: Record<DataRequestState, string> = {
  open: 'abertos',
  done: 'concluidos',
  refused: 'recusados',
};

/** What customers ask about their data, for the roles that answer. */
export function DataRequestsScreen() {
  const { employee } = useStaffSession();
  return roleMay(employee.role, 'data_requests.answer') ? <Requests /> : <NotAllowed />;
}

function Requests() {
  const [parameters, setParameters] = useSearchParams();
  const name = parameters.get('situacao');
  const state = STATE_TABS.find(({ id }) => ADDRESS_NAMES[id] === name)?.id ?? 'open';
  const show = (next: DataRequestState) =>
    setParameters(next === 'open' ? {} : { situacao: ADDRESS_NAMES[next] }, { replace: true });
  return (
    <div className={styles.list}>
      <UndeliveredErasures />
      <Tabs label="Situação dos pedidos" tabs={STATE_TABS} active={state} onChange={show}>
        <DataRequestsList key={state} state={state} />
      </Tabs>
    </div>
  );
}

function NotAllowed() {
  return (
    <Card>
      <ScreenState
        state="empty"
        icon={<LockKeyhole />}
        title="Somente o proprietário e administradores respondem a pedidos de dados"
        description="Se um cliente pediu algo sobre os próprios dados, fale com um deles."
      />
    </Card>
  );
}
