/** Shown when the API did not answer. */
export const OFFLINE_MESSAGE = 'Sem conexão com o servidor. Verifique a internet e tente novamente.';
/** Shown for a bug, whose own message is not for users. */
export const INTERNAL_MESSAGE = 'Erro interno';
