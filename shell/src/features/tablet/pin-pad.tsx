import type { ClientSession } from 'domain/session';
import { errorMessage, isRefusal } from 'federation/error-message';
import { Delete } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from 'ui/button';
import { TextField } from 'ui/text-field';
import { VisuallyHidden } from 'ui/visually-hidden';
import { api } from '../../lib/api.ts';
import styles from './lock-screen.module.css';

const DELETE = 'delete';
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', DELETE];
const LONGEST = 6;

interface PinPadProps {
  employee: { id: string; name: string };
  onUnlocked: (session: ClientSession) => void;
  onBack: () => void;
  onRevoked: () => void;
}

/** The PIN, by keyboard or by the keys on the screen. */
export function PinPad({ employee, onUnlocked, onBack, onRevoked }: PinPadProps) {
  const [pin, setPin] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function type(typed: string) {
    setPin(typed.replace(/\D/g, '').slice(0, LONGEST));
    setFailure(undefined);
  }

  async function unlock(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    if (pin.length < 4) return setFailure('Digite de 4 a 6 números');
    setIsPending(true);
    try {
      onUnlocked(await api.tablets.unlock.mutate({ employeeId: employee.id, pin }));
    } catch (error) {
      if (isRefusal(error, 'no_tablet')) return onRevoked();
      setPin('');
      setFailure(errorMessage(error, 'Não foi possível entrar. Tente novamente.'));
      field.current?.focus();
    } finally {
      setIsPending(false);
    }
  }

  return (
    <form noValidate className={styles.pad} onSubmit={unlock}>
      <TextField
        ref={field}
        label="PIN"
        type="password"
        // No keyboard of the tablet's own over the keys below.
        inputMode="none"
        autoComplete="off"
        required
        value={pin}
        error={failure}
        onChange={(event) => type(event.target.value)}
      />
      <div className={styles.keys}>
        {KEYS.map((key) => (
          <button
            key={key}
            type="button"
            className={styles.key}
            // The focus stays in the field, so that Enter goes on working.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => type(key === DELETE ? pin.slice(0, -1) : pin + key)}
          >
            {key === DELETE ? <DeleteLabel /> : key}
          </button>
        ))}
      </div>
      <Button type="submit" size="large" block pending={isPending} pendingLabel="Entrando...">
        Entrar
      </Button>
      <Button variant="secondary" block onClick={onBack}>
        Outra pessoa
      </Button>
    </form>
  );
}

function DeleteLabel() {
  return (
    <>
      <Delete aria-hidden="true" />
      <VisuallyHidden>Apagar</VisuallyHidden>
    </>
  );
}
