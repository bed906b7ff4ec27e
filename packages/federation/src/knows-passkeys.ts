/** This browser knows passkeys. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window;
