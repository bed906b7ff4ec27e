import { FormHeading } from '../../lib/form-card.tsx';

interface SignupHeadingProps {
  merchantName: string;
  /** '5%' */
  rate: string;
}

/** The request to sign up, and its benefit. */
export function SignupHeading({ merchantName, rate }: SignupHeadingProps) {
  return (
    <FormHeading title="Cadastre-se e ganhe cashback">
      Compre e receba {rate} de volta. {merchantName}
    </FormHeading>
  );
}
