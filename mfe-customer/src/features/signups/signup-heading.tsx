import styles from './signup-page.module.css';

interface SignupHeadingProps {
  merchantName: string;
  /** '5%' */
  rate: string;
}

/** The request to sign up, and its benefit. */
export function SignupHeading({ merchantName, rate }: SignupHeadingProps) {
  return (
    <div className={styles.text}>
      <h1 className={styles.title}>Cadastre-se e ganhe cashback</h1>
      <p className={styles.subtitle}>
        Compre e receba {rate} de volta. {merchantName}
      </p>
    </div>
  );
}
