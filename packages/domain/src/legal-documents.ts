/** The platform's texts that a merchant's owner accepts, with their addresses and names. */
export const LEGAL_DOCUMENTS = {
  terms: { path: '/termos', label: 'Termos de uso' },
  privacy: { path: '/privacidade', label: 'Política de privacidade' },
} as const;
export type LegalDocument = keyof typeof LEGAL_DOCUMENTS;

/** Owners may put off accepting a new version for so many days from its date. */
export const ACCEPTANCE_DAYS = 30;
