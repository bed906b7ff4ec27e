import { CASHBACK_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import { formatDayAndTime } from 'domain/local-dates';
import { formatCents, formatRate } from 'domain/money';
import type { ClientSession } from 'domain/session';
import { useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { QrCode } from 'ui/qr-code';
import styles from './slip.module.css';
import type { Paper } from './slip-paper.ts';
import type { IssuedCashback } from './use-issue-cashback.ts';

export interface SlipProps {
  merchant: Pick<ClientSession['merchant'], 'name' | 'timeZone'>;
  issued: IssuedCashback;
}

const MM_PER_PX = 25.4 / 96;

/**
 * The slip that a thermal printer gets in place of the page: beside everything else in the document, out of
 * sight on the screen. Its page is as long as its content, so that no paper is fed for nothing.
 */
export function Slip({ paper, ...slip }: SlipProps & { paper: Paper }) {
  const sheet = useRef<HTMLDivElement>(null);
  const [lengthMm, setLengthMm] = useState(0);
  useLayoutEffect(() => {
    const heightPx = sheet.current?.getBoundingClientRect().height ?? 0;
    setLengthMm(Math.ceil(heightPx * MM_PER_PX) + 1);
  }, []);
  return createPortal(
    <div
      ref={sheet}
      className={styles.sheet}
      style={{ width: `${paper}mm` }}
      data-print="slip"
      aria-hidden="true"
    >
      <style>{`@page { size: ${paper}mm ${lengthMm}mm; margin: 0; }`}</style>
      <Content {...slip} />
    </div>,
    document.body,
  );
}

function Content({ merchant, issued }: SlipProps) {
  const { timeZone } = merchant;
  const recordedAt = Date.parse(issued.expiresAt) - CASHBACK_TOKEN_TTL_SECONDS * 1_000;
  return (
    <article className={styles.slip}>
      <p className={styles.merchant}>{merchant.name}</p>
      <p>{formatDayAndTime(new Date(recordedAt).toISOString(), timeZone)}</p>
      <dl className={styles.facts}>
        <Fact label="Compra" value={formatCents(issued.amountCents)} />
        <Fact
          label={`Cashback (${formatRate(issued.rateBasisPoints)})`}
          value={formatCents(issued.cashbackCents)}
        />
        <Fact label="Telefone" value={`final ${issued.phone.slice(-4)}`} />
      </dl>
      <p className={styles.task}>Aponte a câmera do celular para receber o seu cashback</p>
      <QrCode value={issued.link} title="QR Code do Cashback" />
      <p>Válido até {formatDayAndTime(issued.expiresAt, timeZone)}</p>
    </article>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
