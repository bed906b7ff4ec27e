import styles from './pitch.module.css';

const LINES = [
  'Registre a venda com o telefone do cliente. Leva segundos.',
  'Ele escaneia o QR Code e ganha cashback na hora, sem baixar aplicativo.',
  'Na próxima compra ele usa o saldo, e você vê quem voltou.',
];

/** What the product does, in three lines and a picture. */
export function Pitch({ className }: { className: string | undefined }) {
  return (
    <section aria-labelledby="pitch" className={className}>
      <h2 id="pitch" className={styles.title}>
        O cliente compra, ganha e volta.
      </h2>
      <ol className={styles.lines}>
        {LINES.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <Picture />
    </section>
  );
}

/** A receipt with a code, and a phone that shows what it gave back. */
function Picture() {
  return (
    <svg
      viewBox="0 0 320 168"
      aria-hidden="true"
      focusable="false"
      data-theme="light"
      className={styles.picture}
    >
      <path className={styles.way} d="M118 128c34 34 76 30 92-6" />
      <g transform="rotate(-5 76 84)">
        <path
          className={styles.paper}
          d="M24 14h100v132l-10-7-10 7-10-7-10 7-10-7-10 7-10-7-10 7-10-7-10 7z"
        />
        <path className={styles.text} d="M40 32h44M40 44h68" />
        <path
          className={styles.code}
          d="M46 58h20v20H46zM82 58h20v20H82zM46 94h20v20H46zM53 65h6v6h-6zM89 65h6v6h-6zM53 101h6v6h-6z"
        />
        <path className={styles.dots} d="M74 60v16M74 86h10M92 86h12M78 98v14M90 98h12M96 110v6M46 86h18" />
      </g>
      <g transform="rotate(6 236 84)">
        <rect className={styles.phone} x="196" y="8" width="84" height="150" rx="14" />
        <rect className={styles.screen} x="203" y="20" width="70" height="126" rx="7" />
        <circle className={styles.coin} cx="238" cy="58" r="20" />
        <path className={styles.arrow} d="m229 53 8 15 10-15M241 52h6.5v6.5" />
        <path className={styles.text} d="M220 96h36M214 108h48" />
        <rect className={styles.button} x="212" y="122" width="52" height="14" rx="7" />
      </g>
    </svg>
  );
}
