/** Where the second step is set up. */
export const PROFILE = '/settings?aba=perfil';
