import type { App } from '../context.ts';
import { sendOrGiveUp } from '../lib/mail.ts';
import { writeLetter } from '../lib/mail-letter.ts';
import { findLoginByEmail } from './auth.sql.ts';

/**
 * Warns an employee that wrong passwords are tried on their account, if the e-mail is an active employee's.
 * Throws on a temporary failure of the mail server, so that the job is retried.
 */
export async function warnOfTriedAccount(
  { env, log, mail, tenancy }: Pick<App, 'env' | 'log' | 'mail' | 'tenancy'>,
  { email }: { email: string },
): Promise<void> {
  // The mail server may have been removed since.
  if (!mail) return;
  const login = await findLoginByEmail(tenancy, email);
  if (!login) return;
  const { merchantId, employeeId } = login;
  const employee = await tenancy.withTenant(merchantId, (tx) =>
    tx.prisma((prisma) =>
      prisma.employee.findFirst({
        where: { merchantId, id: employeeId, isActive: true },
        // The worker may read no other columns.
        select: { name: true, email: true },
      }),
    ),
  );
  if (!employee) return;
  const letter = writeLetter({
    subject: 'Tentativas de entrar na sua conta no painel de cashback',
    greeting: `Olá, ${employee.name}!`,
    lead: [
      'Alguém tentou entrar na sua conta muitas vezes com senhas erradas. A sua senha continua a mesma.',
      'Por segurança, aparelhos em que você nunca entrou estão bloqueados por até uma hora. Os que você já usa continuam funcionando.',
      'Para entrar agora em outro aparelho, crie uma nova senha nele:',
    ],
    action: { label: 'Criar nova senha', link: `${env.appOrigin}/forgot-password` },
    rest: [],
    footnote: 'Se foi você quem errou a senha, pode ignorar este email. Avisamos no máximo uma vez por dia.',
  });
  await sendOrGiveUp(mail, { to: { name: employee.name, address: employee.email }, ...letter }, (err) =>
    log.warn({ err, merchantId, employeeId }, 'the mail server refused a warning for good'),
  );
}
