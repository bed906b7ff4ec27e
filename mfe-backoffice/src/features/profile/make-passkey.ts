import { startRegistration } from '@simplewebauthn/browser';
import type { ApiInputs, ApiOutputs } from 'api/contract';

/** Lets the browser make a passkey; throws what it refused with. */
export async function makePasskey(
  options: ApiOutputs['auth']['startPasskey'],
): Promise<Omit<ApiInputs['auth']['confirmPasskey'], 'name'>> {
  const { id, response } = await startRegistration({ optionsJSON: options });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { credentialId: id, clientData: clientDataJSON, attestation: attestationObject, transports };
}
