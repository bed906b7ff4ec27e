import { newestMerchant } from 'domain/last-seen';
import { useEffect } from 'react';
import { readStoredSession } from '../features/session/stored-session.ts';

/**
 * /: leads to the balance on a customer's device, which nobody has signed in on, else to the login. A full
 * page load, because the server knows which host serves either.
 */
export function StartRoute() {
  useEffect(() => window.location.replace(isCustomersDevice() ? '/customer' : '/login'), []);
  return null;
}

function isCustomersDevice(): boolean {
  try {
    return readStoredSession() === null && newestMerchant(window.localStorage) !== undefined;
  } catch {
    // With cookies forbidden, even naming the storage throws.
    return false;
  }
}
