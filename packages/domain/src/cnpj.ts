/** Twelve digits or, since July 2026, capital letters, then two check digits. */
const SHAPE = /^[0-9A-Z]{12}\d{2}$/;

/** '12.ABC.345/01DE-35' → '12ABC34501DE35'. */
export function cnpjCharacters(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

/** True for a CNPJ with the right check digits, punctuated or not. */
export function isCnpj(text: string): boolean {
  const characters = cnpjCharacters(text);
  if (!SHAPE.test(characters) || /^0+$/.test(characters)) return false;
  const base = characters.slice(0, 12);
  const first = checkDigit(base);
  return characters === `${base}${first}${checkDigit(`${base}${first}`)}`;
}

/** '12.ABC.345/01DE-35' of any valid CNPJ. */
export function formatCnpj(text: string): string {
  return cnpjCharacters(text).replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}

/** Modulo 11 with weights 2 to 9 from the right; a letter counts as its ASCII code less 48. */
function checkDigit(characters: string): number {
  const sum = [...characters]
    .reverse()
    .reduce((total, each, at) => total + (each.charCodeAt(0) - 48) * (2 + (at % 8)), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}
