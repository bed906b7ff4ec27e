/** The platform's texts that a merchant's owner accepts, with their addresses and names. */
export const LEGAL_DOCUMENTS = {
  terms: { path: '/termos', label: 'Termos de uso' },
  privacy: { path: '/privacidade', label: 'Política de privacidade' },
} as const;
export type LegalDocument = keyof typeof LEGAL_DOCUMENTS;

/** From its date on, a new version may be put off for so long. */
export const ACCEPTANCE_DAYS = 30;
