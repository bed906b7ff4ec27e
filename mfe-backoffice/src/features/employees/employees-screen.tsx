import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { LockKeyhole, ShieldCheck, UserRoundPlus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { PageHeader } from 'ui/page-header';
import { ScreenState } from 'ui/screen-state';
import { trpc } from '../../lib/trpc.ts';
import { useReadyFocus } from '../../lib/use-ready-focus.ts';
import { AddEmployeeForm } from './add-employee-form.tsx';
import { EmployeeDialog, type OpenDialog } from './employee-dialog.tsx';
import { EmployeesList } from './employees-list.tsx';
import { TabletsCard } from './tablets-card.tsx';

/** The merchant's employees and their access. */
export function EmployeesScreen() {
  const { employee } = useStaffSession();
  return roleMay(employee.role, 'employees.write') ? <Team /> : <NotAllowed />;
}

function Team() {
  const [isAdding, setIsAdding] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>();
  const opener = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const list = trpc.employees.list.useQuery().data;
  // Back to the button that opened it. On arrival there is none, and the focus stays where it is.
  useReadyFocus(dialog === undefined && !isAdding, () => opener.current?.focus());

  function open(next: OpenDialog, from: HTMLElement | null) {
    opener.current = from;
    setDialog(next);
  }

  function toggleForm() {
    opener.current = toggle.current;
    setIsAdding(!isAdding);
  }

  return (
    <>
      <PageHeader
        title="Funcionários"
        description="Quem trabalha com você no painel e o que cada pessoa pode fazer."
        actions={
          <>
            {list?.canDemandFactor && (
              <Button
                variant="secondary"
                icon={<ShieldCheck />}
                onClick={({ currentTarget }) =>
                  open({ kind: 'demand', demands: list.factorDemands }, currentTarget)
                }
              >
                Exigir verificação
              </Button>
            )}
            <Button
              ref={toggle}
              variant={isAdding ? 'secondary' : 'primary'}
              icon={isAdding ? <X /> : <UserRoundPlus />}
              aria-expanded={isAdding}
              onClick={toggleForm}
            >
              {isAdding ? 'Cancelar' : 'Adicionar funcionário'}
            </Button>
          </>
        }
      />
      {isAdding && (
        <AddEmployeeForm
          onAdded={({ invitation, ...employee }) => {
            setIsAdding(false);
            if (invitation.delivery === 'link')
              open({ kind: 'invitation', ...employee, link: invitation.link }, toggle.current);
          }}
        />
      )}
      <EmployeesList onOpen={open} />
      <TabletsCard />
      <EmployeeDialog dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  );
}

function NotAllowed() {
  return (
    <>
      <PageHeader title="Funcionários" />
      <Card>
        <ScreenState
          state="empty"
          icon={<LockKeyhole />}
          title="Somente proprietários, administradores e gerentes gerenciam funcionários"
          description="Se algo precisa mudar na equipe, fale com uma dessas pessoas."
        />
      </Card>
    </>
  );
}
