import { OFFLINE_MESSAGE } from 'domain/failure-messages';
import { useRemoteHost } from 'federation/remote-host';
import { type ComponentType, useState } from 'react';
import { Button } from 'ui/button';
import { ActionCard } from '../../lib/action-card.tsx';
import type { KnownPhone, KnownPhoneProps } from './known-phone.tsx';

/** Offers what a known phone may do for its customer: a PIN, the e-mail, the other devices. */
export function KnownPhoneCard(props: KnownPhoneProps) {
  const { notify } = useRemoteHost();
  const [Known, setKnown] = useState<ComponentType<Parameters<typeof KnownPhone>[0]>>();
  const [isOpen, setIsOpen] = useState(false);

  async function toggle() {
    if (isOpen || Known) return setIsOpen(!isOpen);
    try {
      const late = await import(/* webpackChunkName: 'proof' */ './known-phone.tsx');
      setKnown(() => late.KnownPhone);
      setIsOpen(true);
    } catch {
      notify.error(OFFLINE_MESSAGE);
    }
  }

  return (
    <ActionCard
      title="Aparelho conhecido"
      text={`Este aparelho prova que é você${props.known.isLasting ? '' : ' por um dia'}.`}
    >
      <Button variant="secondary" aria-expanded={isOpen} onClick={() => void toggle()}>
        {isOpen ? 'Fechar' : 'PIN e aparelhos'}
      </Button>
      {isOpen && Known && <Known {...props} />}
    </ActionCard>
  );
}
