import { OFFLINE_MESSAGE } from 'domain/failure-messages';
import { isPhone } from 'domain/phone';
import { useRemoteHost } from 'federation/remote-host';
import { type ComponentType, useState } from 'react';
import { Button } from 'ui/button';
import { ActionCard } from '../../lib/action-card.tsx';
import { readPageContext } from '../../lib/page-context.ts';
import { loadMyCode } from './load-my-code.ts';
import type { MyCode } from './my-code.tsx';

/** The customer's own code, which the counter's camera reads instead of a dictated phone. */
export function MyCodeCard({ phone }: { phone: string }) {
  const { notify } = useRemoteHost();
  const { appOrigin } = readPageContext();
  const [Code, setCode] = useState<ComponentType<Parameters<typeof MyCode>[0]>>();
  const [isOpen, setIsOpen] = useState(false);
  if (appOrigin === undefined || !isPhone(phone)) return null;

  async function toggle() {
    if (isOpen || Code) return setIsOpen(!isOpen);
    try {
      const { MyCode: Loaded } = await loadMyCode();
      setCode(() => Loaded);
      setIsOpen(true);
    } catch {
      notify.error(OFFLINE_MESSAGE);
    }
  }

  return (
    <ActionCard title="Meu código" text="Mostre no caixa, em vez de ditar o telefone.">
      <Button variant="secondary" aria-expanded={isOpen} onClick={() => void toggle()}>
        {isOpen ? 'Ocultar código' : 'Mostrar código'}
      </Button>
      {isOpen && Code && <Code appOrigin={appOrigin} phone={phone} />}
    </ActionCard>
  );
}
