import { merchantSignupInput } from 'domain/inputs';
import type { FieldErrors } from 'react-hook-form';
import { schemaErrors } from '../../lib/form-errors.ts';

/** The form's values: the API's input, and the password a second time. */
export interface SignupValues {
  merchantName: string;
  merchantPhone: string;
  merchantAddress: string;
  ownerName: string;
  email: string;
  password: string;
  acceptsTerms: boolean;
  passwordConfirmation: string;
}

export type SignupInput = Omit<SignupValues, 'passwordConfirmation'>;

export const EMPTY_SIGNUP: SignupInput = {
  merchantName: '',
  merchantPhone: '',
  merchantAddress: '',
  ownerName: '',
  email: '',
  password: '',
  acceptsTerms: false,
};

export function signupErrors(values: SignupValues): FieldErrors<SignupValues> {
  const { passwordConfirmation, ...input } = values;
  const errors = schemaErrors<SignupValues>(merchantSignupInput, input);
  if (passwordConfirmation === '') {
    errors.passwordConfirmation = { type: 'required', message: 'Confirme a senha' };
  } else if (passwordConfirmation !== values.password) {
    errors.passwordConfirmation = { type: 'match', message: 'As senhas não coincidem' };
  }
  if (!values.acceptsTerms) {
    errors.acceptsTerms = {
      type: 'required',
      message: 'Para criar a conta, aceite os termos de uso e a política de privacidade',
    };
  }
  return errors;
}
