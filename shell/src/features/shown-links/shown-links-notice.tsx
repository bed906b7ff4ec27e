import { formatDayAndTime } from 'domain/local-dates';
import { roleLabel } from 'domain/roles';
import type { ShownPasswordLink } from 'domain/session';
import { useState } from 'react';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { readPutOff, SHOWN_LINKS, writePutOff } from '../../lib/put-off.ts';

interface ShownLinksNoticeProps {
  /** The newest first, at least one. */
  links: ShownPasswordLink[];
  timeZone: string;
}

/**
 * Tells the employee who could have signed in as them. 'Entendi' closes it for this session only: an intruder
 * who used the link could close it for good.
 */
export function ShownLinksNotice({ links, timeZone }: ShownLinksNoticeProps) {
  const newest = links[0]?.madeAt ?? '';
  const [read, setRead] = useState(() => readPutOff(SHOWN_LINKS));
  if (read === newest) return null;

  function close() {
    writePutOff(SHOWN_LINKS, newest);
    setRead(newest);
  }

  return (
    <Alert
      tone="warning"
      action={
        <Button variant="secondary" onClick={close}>
          Entendi
        </Button>
      }
    >
      {links.map(({ madeAt, madeBy }) => (
        <p key={madeAt}>
          Em {formatDayAndTime(madeAt, timeZone)},{' '}
          {madeBy ? `${madeBy.name} (${roleLabel(madeBy.role)})` : 'o suporte da plataforma'} gerou um link
          para trocar a sua senha.
        </p>
      ))}
      <p>
        Se você não pediu, troque a senha em “Meu Perfil” e fale com{' '}
        {links.every(({ madeBy }) => madeBy) ? 'quem responde pela loja' : 'o suporte'}.
      </p>
    </Alert>
  );
}
