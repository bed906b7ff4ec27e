import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';

/** Shows alerts to the roles that close them. */
export function AlertsGate({ children }: { children: ReactNode }) {
  if (roleMay(useStaffSession().employee.role, 'alerts.close')) return children;
  return (
    <Card>
      <ScreenState
        state="empty"
        icon={<LockKeyhole />}
        title="Somente o proprietário e administradores veem os alertas"
        description="Se algo no balcão parece errado, fale com um deles."
      />
    </Card>
  );
}
