import { dashboardAddress } from 'domain/dashboard-address';
import { DATA_REQUEST_LABELS } from 'domain/data-requests';
import { formatDay } from 'domain/local-dates';
import { formatPhone } from 'domain/phone';
import { buttonClassName } from 'ui/button';
import { DefinitionList } from 'ui/definition-list';
import { focusOnArrival } from '../../lib/focus-on-arrival.ts';
import { FormHeading } from '../../lib/form-card.tsx';
import { Link } from '../../lib/link.tsx';
import styles from './data-request-page.module.css';
import type { DataRequestValues } from './data-request-values.ts';

/** What was asked, and until when it is answered. */
export type SentDataRequest = DataRequestValues & { dueAt: string; timeZone: string };

interface DataRequestReceiptProps {
  slug: string;
  merchantName: string;
  sent: SentDataRequest;
}

/** Says that the request has arrived, and by when it is answered. */
export function DataRequestReceipt({ slug, merchantName, sent }: DataRequestReceiptProps) {
  const day = formatDay(sent.dueAt, sent.timeZone);
  return (
    <div className={styles.receipt}>
      <div ref={focusOnArrival} tabIndex={-1} className={styles.title}>
        <FormHeading title="Pedido enviado">
          {merchantName} responde até {day}.
        </FormHeading>
      </div>
      <DefinitionList
        rows={[
          { label: 'Pedido', value: DATA_REQUEST_LABELS[sent.kind].ask },
          { label: 'Telefone do cadastro', value: formatPhone(sent.phone) },
          { label: 'Resposta para', value: <span className={styles.contact}>{sent.contact.trim()}</span> },
          { label: 'Prazo', value: day, strong: true },
        ]}
      />
      <p className={styles.note}>
        Guarde esta data. Se a resposta não chegar, fale com a loja; a ANPD recebe reclamações em gov.br/anpd.
      </p>
      <Link
        href={dashboardAddress(undefined, slug)}
        className={buttonClassName({ variant: 'secondary', block: true })}
      >
        Ver meu cashback
      </Link>
    </div>
  );
}
