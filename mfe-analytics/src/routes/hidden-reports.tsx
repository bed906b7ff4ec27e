import { LockKeyhole } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { Card } from 'ui/card';
import { PageHeader } from 'ui/page-header';
import { ScreenState } from 'ui/screen-state';

/** Replaces each report where the merchant hides reports from the employee. */
export function HiddenReportsRoute() {
  return (
    <>
      <PageHeader title="Relatórios" />
      <Card>
        <ScreenState
          state="empty"
          icon={<LockKeyhole />}
          title="Esta loja mostra os relatórios só a gerentes, administradores e proprietários"
          description="O que você registrou hoje está no seu Dashboard."
          action={
            <Link to="/dashboard" className={buttonClassName({ variant: 'secondary' })}>
              Ver o meu dia
            </Link>
          }
        />
      </Card>
    </>
  );
}
