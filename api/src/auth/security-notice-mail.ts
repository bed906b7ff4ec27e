import { formatDayAndTime } from 'domain/local-dates';
import { describeDevice } from '../lib/describe-device.ts';
import { writeLetter } from '../lib/mail-letter.ts';
import type { OpenSecurityNoticeRow, SecurityNoticeKind } from './security-notices.sql.ts';

/** The texts of the e-mail by kind. `{merchant}` is the merchant's name. */
const TEXTS: Record<SecurityNoticeKind, { subject: string; lead: string }> = {
  new_device: {
    subject: 'Novo acesso à sua conta no painel de cashback',
    lead: 'Alguém entrou na sua conta no painel de cashback ({merchant}) em um aparelho novo.',
  },
  password_changed: {
    subject: 'A senha da sua conta no painel de cashback foi trocada',
    lead: 'A senha da sua conta no painel de cashback ({merchant}) foi trocada.',
  },
  email_changed: {
    subject: 'O email da sua conta no painel de cashback foi trocado',
    lead: 'O email da sua conta no painel de cashback ({merchant}) foi trocado. Você não entra mais com este.',
  },
  email_set: {
    subject: 'Este é o novo email da sua conta no painel de cashback',
    lead: 'O email da sua conta no painel de cashback ({merchant}) foi trocado. Você agora entra com este.',
  },
  factor_added: {
    subject: 'Verificação em duas etapas ativada no painel de cashback',
    lead: 'A verificação em duas etapas da sua conta no painel de cashback ({merchant}) foi ativada. Para entrar, agora também é preciso um código do aplicativo ou uma chave de acesso.',
  },
  factor_removed: {
    subject: 'Verificação em duas etapas desativada no painel de cashback',
    lead: 'A verificação em duas etapas da sua conta no painel de cashback ({merchant}) foi desativada. Agora só a senha protege a sua conta.',
  },
  factor_reset: {
    subject: 'Sua verificação em duas etapas no painel de cashback foi redefinida',
    lead: 'Um proprietário da loja desativou a verificação em duas etapas da sua conta no painel de cashback ({merchant}). Agora só a senha protege a sua conta. Ative a verificação de novo em “Meu Perfil”.',
  },
  recovery_codes_renewed: {
    subject: 'Novos códigos de recuperação da sua conta no painel de cashback',
    lead: 'Novos códigos de recuperação da sua conta no painel de cashback ({merchant}) foram criados. Os anteriores não valem mais.',
  },
  recovery_code_used: {
    subject: 'Um código de recuperação da sua conta no painel de cashback foi usado',
    lead: 'Um código de recuperação da sua conta no painel de cashback ({merchant}) foi usado. Ele não vale mais.',
  },
  factor_tried: {
    subject: 'Alguém sabe a sua senha do painel de cashback?',
    lead: 'Alguém digitou a sua senha do painel de cashback ({merchant}) e errou várias vezes o código da segunda etapa. O acesso foi recusado.',
  },
  passkey_added: {
    subject: 'Nova chave de acesso na sua conta no painel de cashback',
    lead: 'Uma chave de acesso foi adicionada à sua conta no painel de cashback ({merchant}). Com ela se entra sem a senha.',
  },
  passkey_removed: {
    subject: 'Uma chave de acesso da sua conta no painel de cashback foi removida',
    lead: 'Uma chave de acesso da sua conta no painel de cashback ({merchant}) foi removida. A verificação em duas etapas continua ativada.',
  },
  app_removed: {
    subject: 'O aplicativo de códigos da sua conta no painel de cashback foi removido',
    lead: 'O aplicativo de códigos da sua conta no painel de cashback ({merchant}) foi removido. A verificação em duas etapas continua ativada, com as suas chaves de acesso.',
  },
};

/** Subject and both forms of the e-mail. Names are escaped in the HTML. */
export function describeSecurityNotice(
  notice: Pick<
    OpenSecurityNoticeRow,
    'kind' | 'employeeName' | 'merchantName' | 'createdAt' | 'timeZone' | 'userAgent' | 'ip'
  >,
  link: string,
): { subject: string; text: string; html: string } {
  const { subject, lead } = TEXTS[notice.kind];
  return writeLetter({
    subject,
    greeting: `Olá, ${notice.employeeName}!`,
    lead: [
      lead.replaceAll('{merchant}', () => notice.merchantName),
      `Quando: ${formatDayAndTime(notice.createdAt.toISOString(), notice.timeZone)}`,
      `Aparelho: ${describeDevice(notice.userAgent)}`,
      `Endereço de rede (IP): ${notice.ip ?? 'desconhecido'}`,
      'Se foi você, não precisa fazer nada. Se não foi, proteja a sua conta:',
    ],
    action: { label: 'Não fui eu', link },
    rest: [
      'O link abre uma página. Lá você confirma, nós encerramos todas as sessões e enviamos um link para criar uma nova senha.',
    ],
    footnote: 'O link vale por 72 horas e só pode ser usado uma vez.',
  });
}
