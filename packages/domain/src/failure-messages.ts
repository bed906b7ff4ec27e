/** What screens say where no answer of the API came. */
export const OFFLINE_MESSAGE = 'Sem conexão com o servidor. Verifique a internet e tente novamente.';
/** What screens say of a bug, whose own words are not for people. */
export const INTERNAL_MESSAGE = 'Erro interno';
