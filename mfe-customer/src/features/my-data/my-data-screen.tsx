import { formatPhone } from 'domain/phone';
import { useRemoteHost } from 'federation/remote-host';
import { useState } from 'react';
import { Button } from 'ui/button';
import { ScreenState } from 'ui/screen-state';
import { mutate, query } from '../../lib/api.ts';
import { errorMessage, isRefusal } from '../../lib/call-errors.ts';
import { focusOnArrival } from '../../lib/focus-on-arrival.ts';
import { FormCard, FormHeading } from '../../lib/form-card.tsx';
import { InactivityNote } from '../../lib/inactivity-note.tsx';
import { dropCalls, useCall } from '../../lib/use-call.ts';
import { CannotProve } from './cannot-prove.tsx';
import { ConsentSwitches } from './consent-switches.tsx';
import { ContactsForm } from './contacts-form.tsx';
import { DownloadButtons } from './download-buttons.tsx';
import { EraseForm } from './erase-form.tsx';
import { ErasedNote } from './erased-note.tsx';
import styles from './my-data.module.css';
import type { MyDataSubject } from './my-data-calls.ts';
import { MyDataSkeleton } from './my-data-skeleton.tsx';
import type { ProofParts } from './proof-parts.ts';
import { StoredData } from './stored-data.tsx';

interface MyDataScreenProps {
  who: MyDataSubject;
  merchantName: string;
  proof: ProofParts;
  onCannotProve: () => void;
  /** This browser proves nothing any more. */
  onForgotten: () => void;
}

/** The customer's data, once their browser is known; until then the ways to prove it. */
export function MyDataScreen({ who, merchantName, proof, onCannotProve, onForgotten }: MyDataScreenProps) {
  const { notify } = useRemoteHost();
  const [isErased, setIsErased] = useState(false);
  const call = useCall(
    `my-data/${who.slug}/${who.phone}`,
    (signal) => query('myData', 'show', { who }, signal),
    { staleMs: 0, isWanted: !isErased },
  );
  if (isErased) return <ErasedNote merchantName={merchantName} />;
  if (call.status === 'loading') return <MyDataSkeleton />;
  if (call.status === 'failed')
    return (
      <FormCard>
        {isRefusal(call.error, 'proof_required') ? (
          <Unproved who={who} {...proof} onProved={call.retry} onCannotProve={onCannotProve} />
        ) : (
          <ScreenState
            state="failed"
            isPage
            message={errorMessage(call.error, 'Erro ao carregar os seus dados')}
            onRetry={call.retry}
          />
        )}
      </FormCard>
    );
  const { data } = call;

  async function forgetDevice() {
    try {
      await mutate('proof', 'forgetDevices', { who, which: 'this' });
      notify.success('Pronto! Este aparelho não é mais conhecido.');
      dropCalls('my-data/');
      onForgotten();
    } catch (error) {
      notify.error(errorMessage(error));
    }
  }

  return (
    <>
      {data.inactivityNotice && <InactivityNote notice={data.inactivityNotice} />}
      <FormCard>
        <div ref={focusOnArrival} tabIndex={-1} className={styles.arrival}>
          <FormHeading title="Meus dados">
            O que {merchantName} guarda sobre <span className={styles.phone}>{formatPhone(who.phone)}</span>.
          </FormHeading>
        </div>
        <StoredData data={data} />
        <DownloadButtons who={who} />
        <Button variant="ghost" block onClick={() => void forgetDevice()}>
          Esquecer este aparelho
        </Button>
      </FormCard>
      <FormCard>
        <ConsentSwitches who={who} data={data} onChanged={call.retry} />
      </FormCard>
      <FormCard>
        <ContactsForm who={who} {...proof} data={data} onChanged={call.retry} />
      </FormCard>
      <FormCard>
        <EraseForm who={who} balanceCents={data.balanceCents} onErased={() => setIsErased(true)} />
      </FormCard>
    </>
  );
}

interface UnprovedProps extends Pick<ProofParts, 'ProveForm'> {
  who: MyDataSubject;
  onProved: () => void;
  onCannotProve: () => void;
}

function Unproved({ who, ProveForm, onProved, onCannotProve }: UnprovedProps) {
  return (
    <>
      <div ref={focusOnArrival} tabIndex={-1} className={styles.arrival}>
        <FormHeading title="Confirme que é você">
          Os dados aparecem só para quem prova ser o cliente.
        </FormHeading>
      </div>
      <ProveForm who={who} onProved={onProved}>
        <CannotProve onCannotProve={onCannotProve} />
      </ProveForm>
    </>
  );
}
