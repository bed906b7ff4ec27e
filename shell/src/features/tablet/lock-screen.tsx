import type { ApiOutputs } from 'api/contract';
import type { ClientSession } from 'domain/session';
import { errorMessage } from 'federation/error-message';
import { useCallback, useEffect, useState } from 'react';
import { Alert } from 'ui/alert';
import { Avatar } from 'ui/avatar';
import { Button } from 'ui/button';
import { Card } from 'ui/card';
import { PublicPage } from 'ui/public-page';
import { ScreenState } from 'ui/screen-state';
import { Skeleton } from 'ui/skeleton';
import { api } from '../../lib/api.ts';
import styles from './lock-screen.module.css';
import { markTablet } from './mark-tablet.ts';
import { PinPad } from './pin-pad.tsx';

type Employee = NonNullable<ApiOutputs['tablets']['lockScreen']>['employees'][number];

interface LockScreenProps {
  /** Of purchases that wait on this device for their seller. */
  notice: string | false;
  onUnlocked: (session: ClientSession) => void;
  /** To the login with e-mail and password: asked for, or all there is, as this is no tablet any more. */
  onLogin: () => void;
}

/** The counter's tablet while no one is signed in: who is there, and the PIN. */
export function LockScreen({ notice, onUnlocked, onLogin }: LockScreenProps) {
  const [screen, setScreen] = useState<ApiOutputs['tablets']['lockScreen']>();
  const [failure, setFailure] = useState<string>();
  const [employee, setEmployee] = useState<Employee>();
  const [asked, setAsked] = useState(0);
  const onRevoked = useCallback(() => {
    markTablet(false);
    onLogin();
  }, [onLogin]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` counts the tries.
  useEffect(() => {
    const call = new AbortController();
    api.tablets.lockScreen.query({}, { signal: call.signal }).then(
      (answer) => (answer === null ? onRevoked() : setScreen(answer)),
      (error: unknown) => {
        if (!call.signal.aborted) setFailure(errorMessage(error, 'Erro ao carregar a equipe'));
      },
    );
    return () => call.abort();
  }, [asked, onRevoked]);

  function retry() {
    setFailure(undefined);
    setAsked(asked + 1);
  }

  return (
    <PublicPage merchant={screen ? { name: screen.merchant, logoUrl: screen.logoUrl } : undefined}>
      <Card className={styles.card}>
        <div>
          <h1 className={styles.title}>{employee ? employee.name : 'Quem está no balcão?'}</h1>
          <p className={styles.tablet}>{screen?.tablet}</p>
        </div>
        {notice && <Alert tone="info">{notice}</Alert>}
        {!screen && failure && <ScreenState state="failed" message={failure} onRetry={retry} />}
        {!screen && !failure && (
          <ScreenState state="loading" label="Carregando a equipe">
            <Skeleton height="6rem" />
          </ScreenState>
        )}
        {screen && !employee && <People employees={screen.employees} onChoose={setEmployee} />}
        {employee && (
          <PinPad
            employee={employee}
            onUnlocked={onUnlocked}
            onBack={() => setEmployee(undefined)}
            onRevoked={onRevoked}
          />
        )}
        <Button variant="ghost" block onClick={onLogin}>
          Entrar com email e senha
        </Button>
      </Card>
    </PublicPage>
  );
}

interface PeopleProps {
  employees: readonly Employee[];
  onChoose: (employee: Employee) => void;
}

function People({ employees, onChoose }: PeopleProps) {
  if (employees.length === 0) {
    return (
      <p className={styles.tablet}>
        Ainda não há PINs. Cada pessoa entra com email e senha e cria o seu em Configurações, Meu perfil.
      </p>
    );
  }
  return (
    <ul className={styles.people}>
      {employees.map((employee) => (
        <li key={employee.id}>
          <button type="button" className={styles.person} onClick={() => onChoose(employee)}>
            <Avatar name={employee.name} />
            {employee.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
