import { startAuthentication } from '@simplewebauthn/browser';

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** Lets the browser ask for a passkey; returns the answer as the API takes it, or throws the refusal. */
export async function signWithPasskey(options: Options) {
  const { id, response } = await startAuthentication({ optionsJSON: options });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const answer = { credentialId: id, clientData: clientDataJSON, authenticatorData, signature };
  return { answer, userHandle };
}
