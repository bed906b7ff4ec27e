import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { buttonClassName } from 'ui/button';
import { PageHeader } from 'ui/page-header';
import { TrialDialog } from './trial-dialog.tsx';
import { TrialForm } from './trial-form.tsx';
import type { IssuedTrial } from './use-issue-trial.ts';

/** A purchase to the own phone, to see what a customer sees; it counts nowhere. */
export function TrialDesk() {
  const navigate = useNavigate();
  const [shown, setShown] = useState<IssuedTrial>();

  function close(isConfirmed: boolean) {
    setShown(undefined);
    if (isConfirmed) navigate('/dashboard');
  }

  return (
    <>
      <PageHeader
        title="Compra de teste"
        description="Faça uma venda para o seu celular e veja o que o cliente vê. Nada é creditado, e ela não entra em nenhum número."
        actions={
          <Link to="/dashboard" className={buttonClassName({ variant: 'secondary' })}>
            Voltar ao Dashboard
          </Link>
        }
      />
      <TrialForm isReady={shown === undefined} onIssued={setShown} />
      {shown && <TrialDialog key={shown.id} issued={shown} onClose={close} />}
    </>
  );
}
