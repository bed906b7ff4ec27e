/** How phones and e-mails are shown to roles without the permission customers.contacts. */

/**
 * '11987654321' → '11*******21', as long as the number, so that `formatPhone` formats it. A million mobile
 * numbers look like that: the right one cannot be found by trying each at the counter.
 */
export function maskPhone(digits: string): string {
  return `${digits.slice(0, 2)}${'*'.repeat(Math.max(0, digits.length - 4))}${digits.slice(-2)}`;
}

/** 'ana@dominio.com' → 'a***@dominio.com': enough to know one's own customer by. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${at < 0 ? '' : email.slice(at)}`;
}
