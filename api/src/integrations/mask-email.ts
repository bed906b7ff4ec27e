/** 'ana@dominio.com' → 'a***@dominio.com': enough to know one's own customer by. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${at < 0 ? '' : email.slice(at)}`;
}
