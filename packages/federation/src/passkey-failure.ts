import { failureMessage } from './error-message.ts';

/** What a browser throws where a passkey was not made or used, by its name. */
const MESSAGES: Record<string, string> = {
  NotAllowedError: 'A chave de acesso não foi confirmada. Tente de novo.',
  AbortError: 'A chave de acesso não foi confirmada. Tente de novo.',
  InvalidStateError: 'Este aparelho já tem uma chave de acesso da sua conta.',
  SecurityError: 'Chaves de acesso não funcionam neste endereço. Abra o painel pelo endereço normal.',
  NotSupportedError: 'Este aparelho não tem como guardar uma chave de acesso.',
  ConstraintError: 'Este aparelho não tem bloqueio de tela. Ative um para usar chaves de acesso.',
};

/** Why a passkey was not made or used: the browser's reason, or the server's. */
export function passkeyFailure(error: unknown, fallback: string): string {
  return (error instanceof Error && MESSAGES[error.name]) || failureMessage(error, fallback);
}
