import { CONSENT_CHANNEL_LABELS, CONSENT_CHANNELS, type ConsentChannel } from 'domain/consents';
import { roleMay } from 'domain/roles';
import { useStaffSession } from 'federation/remote-host';
import { type MouseEvent, useRef, useState } from 'react';
import { Badge } from 'ui/badge';
import { Button } from 'ui/button';
import { Card, CardHeader } from 'ui/card';
import { Disclosure } from '../../lib/disclosure.tsx';
import { useReadyFocus } from '../../lib/use-ready-focus.ts';
import { answerLabel, type Consent } from './consent-labels.ts';
import styles from './consents.module.css';
import type { CustomerDetail } from './customer-detail.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** By which channels the customer consents to offers, and every answer so far. */
export function Consents({ customer }: { customer: CustomerDetail }) {
  const { role } = useStaffSession().employee;
  const [asked, setAsked] = useState<ConsentChannel>();
  const opener = useRef<HTMLElement>(null);
  const heading = useRef<HTMLDivElement>(null);
  // The button is gone once the withdrawal is written down.
  useReadyFocus(asked === undefined, () => {
    if (opener.current) (opener.current.isConnected ? opener.current : heading.current)?.focus();
  });

  const open = (channel: ConsentChannel) => (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget;
    setAsked(channel);
  };

  return (
    <Card>
      <div ref={heading} tabIndex={-1} className={styles.heading}>
        <CardHeader
          title="Consentimento para ofertas"
          description="Só o cliente dá o consentimento. Se ele não quiser mais ofertas, anote a recusa."
        />
      </div>
      <ul className={styles.channels}>
        {CONSENT_CHANNELS.map((channel) => {
          const latest = customer.consents.find((each) => each.channel === channel);
          return (
            <li key={channel} className={styles.channel}>
              <div className={styles.text}>
                <p className={styles.name}>
                  {CONSENT_CHANNEL_LABELS[channel]} <State latest={latest} />
                </p>
                <p className={styles.detail}>
                  {latest ? answerLabel(latest, customer.timeZone) : 'Nunca respondeu'}
                </p>
              </div>
              {latest?.isGiven !== false && roleMay(role, 'customers.complete') && (
                <Button
                  variant="secondary"
                  aria-label={`Anotar recusa de ${CONSENT_CHANNEL_LABELS[channel]}`}
                  onClick={open(channel)}
                >
                  Anotar recusa
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {customer.consents.length > 0 && <History customer={customer} />}
      {asked && <WithdrawDialog customer={customer} channel={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

function State({ latest }: { latest: Consent | undefined }) {
  if (latest?.isGiven) return <Badge tone="success">Com consentimento</Badge>;
  return latest ? <Badge tone="warning">Recusado</Badge> : <Badge>Sem consentimento</Badge>;
}

function History({ customer: { consents, timeZone } }: { customer: CustomerDetail }) {
  return (
    <Disclosure label="Ver todas as respostas">
      <ul className={styles.history}>
        {consents.map((each) => (
          <li key={each.id}>
            <p>
              <strong>{CONSENT_CHANNEL_LABELS[each.channel]}:</strong> {answerLabel(each, timeZone)}
            </p>
            {each.text && (
              <p className={styles.detail}>
                Texto {each.textVersion}: “{each.text}”
              </p>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
