import { writeLetter } from '../lib/mail-letter.ts';

interface Letter {
  subject: string;
  text: string;
  html: string;
}

/**
 * The e-mail with a link. A mail to an unproven address contains no text from the sign-up form: a stranger
 * could have written it.
 */
export function describeEmailLink(kind: 'signup' | 'change', link: string): Letter {
  return writeLetter({
    greeting: 'Olá!',
    ...(kind === 'signup'
      ? {
          subject: 'Confirme seu email para concluir o cadastro',
          lead: [
            'Recebemos um pedido para criar uma conta no painel de cashback com este email. Para concluir o cadastro, confirme com a senha que você escolheu:',
          ],
          action: { label: 'Concluir o cadastro', link },
        }
      : {
          subject: 'Confirme seu novo email do painel de cashback',
          lead: [
            'Recebemos um pedido para entrar no painel de cashback com este email. Para confirmar a troca, use a sua senha de sempre:',
          ],
          action: { label: 'Confirmar o email', link },
        }),
    rest: ['O link vale por 24 horas e só pode ser usado uma vez.'],
    footnote: 'Se você não pediu, pode ignorar este email: nada acontece sem a sua confirmação.',
  });
}

/** The e-mail sent in place of a link to an address that already has an account. */
export function describeKnownEmail(appOrigin: string): Letter {
  return writeLetter({
    subject: 'Você já tem acesso ao painel de cashback',
    greeting: 'Olá!',
    lead: [
      'Alguém, talvez você, usou este email em um cadastro. Ele já tem um acesso ao painel de cashback, e nada mudou. Para entrar:',
    ],
    action: { label: 'Entrar no painel', link: `${appOrigin}/login` },
    rest: [`Esqueceu a senha? Crie uma nova em ${appOrigin}/forgot-password`],
    footnote: 'Se não foi você, pode ignorar este email.',
  });
}

/** The notice to the present address while a new one waits for its proof. */
export function describeEmailChange(appOrigin: string): Letter {
  return writeLetter({
    subject: 'Pedido para trocar o email do seu acesso ao painel de cashback',
    greeting: 'Olá!',
    lead: [
      'Foi pedida a troca do email com que você entra no painel de cashback. Ela vale assim que o novo endereço for confirmado.',
      'Se não foi você, crie uma nova senha agora: isso cancela o pedido e encerra todas as sessões.',
    ],
    action: { label: 'Criar nova senha', link: `${appOrigin}/forgot-password` },
    rest: [],
    footnote: 'Se foi você, não precisa fazer nada.',
  });
}
