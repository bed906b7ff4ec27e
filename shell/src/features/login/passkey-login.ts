import type { ClientSession } from 'domain/session';
import { signWithPasskey } from 'federation/sign-with-passkey';
import { api } from '../../lib/api.ts';

export { passkeyFailure } from 'federation/passkey-failure';

/**
 * Starts a session by a passkey's signature; with the token of a login whose password was right, as its
 * second step. Throws what the browser or the API refused with.
 */
export async function logInWithPasskey(halfOpenToken: string | undefined): Promise<ClientSession> {
  const { token, options } = await api.auth.startPasskeyLogin.mutate(halfOpenToken ? { halfOpenToken } : {});
  const { answer, userHandle } = await signWithPasskey(options);
  return await api.auth.finishPasskeyLogin.mutate({ token, ...answer, ...(userHandle && { userHandle }) });
}
