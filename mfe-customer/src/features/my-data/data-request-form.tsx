import {
  DATA_REQUEST_DAYS,
  DATA_REQUEST_KINDS,
  DATA_REQUEST_LABELS,
  type DataRequestKind,
  MAX_DATA_REQUEST_TEXT,
} from 'domain/data-requests';
import { Alert } from 'ui/alert';
import { Button } from 'ui/button';
import { ChoiceField } from 'ui/choice-field';
import { Field } from 'ui/field';
import { PhoneField } from 'ui/phone-field';
import { TextField } from 'ui/text-field';
import { focusOnArrival } from '../../lib/focus-on-arrival.ts';
import { FormHeading } from '../../lib/form-card.tsx';
import styles from './data-request-page.module.css';
import type { SentDataRequest } from './data-request-receipt.tsx';
import { useDataRequest } from './use-data-request.ts';

const DETAILS: Record<DataRequestKind, string> = {
  access: 'Uma cópia de tudo o que a loja guarda sobre você.',
  correction: 'Nome, email ou telefone que mudou ou está errado.',
  erasure: 'O saldo que ainda houver é perdido.',
};

interface DataRequestFormProps {
  slug: string;
  merchantName: string;
  onSent: (sent: SentDataRequest) => void;
}

/** What is wanted, of which phone, and how to answer. What was typed stays, whatever the server says. */
export function DataRequestForm({ slug, merchantName, onSent }: DataRequestFormProps) {
  const { values, errors, failure, isPending, change, submit } = useDataRequest(slug, onSent);
  return (
    <>
      <div ref={focusOnArrival} tabIndex={-1} className={styles.title}>
        <FormHeading title="Pedidos sobre meus dados">
          Quem responde é {merchantName}, em até {DATA_REQUEST_DAYS} dias.
        </FormHeading>
      </div>
      <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        <ChoiceField
          label="O que você quer?"
          name="kind"
          choice={values.kind}
          options={DATA_REQUEST_KINDS.map((kind) => ({
            value: kind,
            label: DATA_REQUEST_LABELS[kind].ask,
            detail: DETAILS[kind],
          }))}
          onChange={(event) => change({ kind: event.target.value as DataRequestKind })}
        />
        <PhoneField
          label="Telefone do cadastro"
          autoComplete="tel-national"
          hint="O número que você informa nas compras"
          required
          name="phone"
          value={values.phone}
          error={errors.phone}
          onChange={(digits) => change({ phone: digits })}
        />
        <TextField
          label="Email ou telefone para a resposta"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          hint="Antes de responder, a loja pode pedir uma prova de que é você"
          required
          name="contact"
          value={values.contact}
          error={errors.contact}
          onChange={(event) => change({ contact: event.target.value })}
        />
        <Field label="Mensagem" hint="Se quiser explicar o pedido">
          {(control) => (
            <textarea
              {...control}
              name="message"
              rows={3}
              maxLength={MAX_DATA_REQUEST_TEXT}
              value={values.message}
              onChange={(event) => change({ message: event.target.value })}
            />
          )}
        </Field>
        {failure && <Alert tone="danger">{failure}</Alert>}
        <Button type="submit" size="large" block pending={isPending} pendingLabel="Enviando...">
          Enviar pedido
        </Button>
      </form>
    </>
  );
}
