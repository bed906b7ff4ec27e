import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  label: string;
  code: string;
  /** The text that the button copies, where the display is laid out for reading. */
  original?: string | undefined;
}

/** Text for a program, with a button that copies it exactly as it stands. Long lines go on below. */
export function CodeBlock({ label, code, original = code }: CodeBlockProps) {
  return (
    <figure className={styles.block}>
      <figcaption className={styles.head}>
        {label}
        <CopyButton value={original} what={label} />
      </figcaption>
      <pre className={styles.code}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
