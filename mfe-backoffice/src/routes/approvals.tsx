import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { LockKeyhole } from 'lucide-react';
import { Card } from 'ui/card';
import { PageHeader } from 'ui/page-header';
import { ScreenState } from 'ui/screen-state';
import { ApprovalsScreen } from '../features/approvals/approvals-screen.tsx';

export function ApprovalsRoute() {
  const { role } = useStaffSession().employee;
  return (
    <>
      <PageHeader
        title="Aprovações"
        description="Operações acima do valor da loja. Nada conta antes de alguém aprovar."
      />
      {roleMay(role, 'approvals.give') ? (
        <ApprovalsScreen />
      ) : (
        <Card>
          <ScreenState
            state="empty"
            icon={<LockKeyhole />}
            title="Somente gerentes, administradores e proprietários aprovam"
            description="O seu próprio pedido fica na tela em que você o fez."
          />
        </Card>
      )}
    </>
  );
}
