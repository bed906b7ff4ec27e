import { formatDayAndTime } from 'domain/local-dates';
import type { App } from '../context.ts';
import type { JobPayload } from '../jobs/enqueue-job.ts';
import { sendOrGiveUp } from '../lib/mail.ts';
import { writeLetter } from '../lib/mail-letter.ts';
import { findFactorReset } from './factor-resets.sql.ts';

/**
 * Tells one address that the platform was asked to turn a second step off, or did. Throws on a temporary
 * failure of the mail server, so that the job is retried.
 */
export async function mailFactorReset(
  { env, log, mail, tenancy }: Pick<App, 'env' | 'log' | 'mail' | 'tenancy'>,
  { merchantId, employeeId, email, step }: JobPayload<'mail-factor-reset'>,
): Promise<void> {
  // The mail server may have been removed since.
  if (!mail) return;
  const known = await tenancy.withTenant(merchantId, async (tx) => {
    const { employee, merchant } = await tx.prisma(async (prisma) => ({
      employee: await prisma.employee.findFirstOrThrow({
        where: { merchantId, id: employeeId },
        // The worker may read no other columns.
        select: { name: true },
      }),
      merchant: await prisma.merchant.findUniqueOrThrow({
        where: { id: merchantId },
        select: { name: true, timeZone: true },
      }),
    }));
    return { employee, merchant, reset: await findFactorReset(tx, employeeId) };
  });
  const { employee, merchant, reset } = known;
  const account = `da conta de ${employee.name} no painel de cashback (${merchant.name})`;
  // Taken back before the mail could be sent.
  if (step === 'asked' && !reset) return;
  const lead =
    step === 'asked' && reset
      ? [
          `Pediram ao suporte para desativar a verificação em duas etapas ${account}, porque o celular e os códigos de recuperação teriam sido perdidos.`,
          `Ela será desativada depois de ${formatDayAndTime(reset.dueAt.toISOString(), merchant.timeZone)}. Até lá, nada muda.`,
          'Se não foi você quem pediu, entre no painel com o código do aplicativo ou com um código de recuperação: isso cancela o pedido. E troque a sua senha.',
        ]
      : [
          `A verificação em duas etapas ${account} foi desativada, como pedido ao suporte. Agora só a senha protege a conta.`,
          'Entre com a senha e ative a verificação de novo em “Meu Perfil”.',
        ];
  const letter = writeLetter({
    subject:
      step === 'asked'
        ? 'Pedido para desativar a verificação em duas etapas'
        : 'A verificação em duas etapas foi desativada',
    greeting: 'Olá!',
    lead,
    action: { label: 'Entrar no painel', link: `${env.appOrigin}/login` },
    rest: [],
    footnote:
      'Enviamos este email a todos os endereços que conhecemos desta conta e aos proprietários da loja.',
  });
  await sendOrGiveUp(mail, { to: { name: '', address: email }, ...letter }, (err) =>
    log.warn({ err, merchantId, employeeId }, 'the mail server refused a mail about a second step for good'),
  );
}
