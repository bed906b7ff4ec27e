import { PageHeader } from 'ui/page-header';
import { AuditScreen } from '../features/audit/audit-screen.tsx';

export function AuditRoute() {
  return (
    <>
      <PageHeader
        title="Auditoria"
        description="Quem fez o quê, quando e de onde. Nada aqui pode ser alterado ou apagado."
      />
      <AuditScreen />
    </>
  );
}
