import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { LockKeyhole } from 'lucide-react';
import { Card } from 'ui/card';
import { ScreenState } from 'ui/screen-state';
import { AuditFilters } from './audit-filters.tsx';
import { AuditLog } from './audit-log.tsx';
import styles from './audit-screen.module.css';
import { useAuditFilters } from './use-audit-filters.ts';

/** The log of all actions at this merchant, for the roles responsible for them. */
export function AuditScreen() {
  const { employee } = useStaffSession();
  return roleMay(employee.role, 'audit.read') ? <Audit /> : <NotAllowed />;
}

function Audit() {
  const { merchant } = useStaffSession();
  const filters = useAuditFilters();
  return (
    <div className={styles.screen}>
      <AuditFilters {...filters} />
      {filters.input && (
        <AuditLog
          input={filters.input}
          timeZone={merchant.timeZone}
          isFiltered={filters.isFiltered}
          onClear={filters.clear}
          onShowRecord={(customerId) => filters.change('registro', customerId)}
        />
      )}
    </div>
  );
}

function NotAllowed() {
  return (
    <Card>
      <ScreenState
        state="empty"
        icon={<LockKeyhole />}
        title="Somente o proprietário e administradores podem ver a auditoria"
        description="Se você precisa saber quem fez algo, fale com um deles."
      />
    </Card>
  );
}
