export interface OpenedCode {
  kind: 'cashback' | 'redemption';
  token: string;
}

/** Reads the code that the page was opened with; undefined where its address holds none. */
export function readOpenedCode(): OpenedCode | undefined {
  const { pathname } = window.location;
  const [, kind, token] = /^\/customer\/(cashback|redemption)\/([^/]+)/i.exec(pathname) ?? [];
  if (!kind || !token) return undefined;
  return { kind: kind.toLowerCase() as OpenedCode['kind'], token: decodeURIComponent(token) };
}

/**
 * What is sent to confirm a code. This tab keeps the device's id: after a lost answer, a retry or a reload
 * asks for the same cookie. A browser without storage or `randomUUID` leaves the id to the server.
 */
export function confirmationInput(token: string): { token: string; deviceId?: string } {
  try {
    sessionStorage[token] ??= crypto.randomUUID();
    return { token, deviceId: sessionStorage[token] };
  } catch {
    return { token };
  }
}
