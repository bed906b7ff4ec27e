import { isCommonPassword, plainPassword } from 'domain/common-passwords';
import { nameInPassword } from 'domain/personal-password';
import { Refusal } from '../errors.ts';

let leaked: Promise<ReadonlySet<string>> | undefined;

/**
 * Refuses a new password that guessers try first: a known one, or one made of the e-mail or the merchant's
 * name. Passwords that exist already still sign in. Throws Refusal 'common_password', 'password_has_email' or
 * 'password_has_merchant_name'.
 */
export async function assertNewPassword(
  password: string,
  owner: { email: string; merchantName: string },
): Promise<void> {
  leaked ??= loadLeaked();
  if (isCommonPassword(password) || (await leaked).has(plainPassword(password)))
    throw new Refusal('common_password');
  const name = nameInPassword(password, owner);
  if (name) throw new Refusal(name === 'email' ? 'password_has_email' : 'password_has_merchant_name');
}

/**
 * The 49,000 commonest of leaked passwords. Loaded with the first new password, because it delays a start.
 */
async function loadLeaked(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}
