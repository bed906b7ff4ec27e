import type { ConfirmationKind } from './confirmation.ts';

export interface OpenedCode {
  kind: ConfirmationKind;
  token: string;
}

/** Reads the code that the page was opened with; undefined where its address holds none. */
export function readOpenedCode(): OpenedCode | undefined {
  const { pathname } = window.location;
  const [, kind, token] = /^\/customer\/(cashback|redemption)\/([^/]+)/i.exec(pathname) ?? [];
  if (!kind || !token) return undefined;
  return { kind: kind.toLowerCase() as ConfirmationKind, token: decodeURIComponent(token) };
}
