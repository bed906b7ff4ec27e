import type { App } from '../context.ts';
import { mailOnceStored } from '../customers/mail-once-stored.ts';
import type { JobPayload } from '../jobs/enqueue-job.ts';
import { writeLetter } from '../lib/mail-letter.ts';

/** Tells a person that their data was erased as they asked. Throws as `mailOnceStored`. */
export async function mailErasedPerson(
  app: Pick<App, 'env' | 'log' | 'mail' | 'tenancy'>,
  payload: JobPayload<'mail-erased-person'>,
  attempt: { isLastAttempt: boolean },
): Promise<void> {
  await mailOnceStored(app, payload, attempt, {
    failure: 'an erased person could not be told by e-mail',
    write: ({ name, signupLinkSlug }) =>
      writeLetter({
        subject: `${name}: seus dados foram apagados`,
        greeting: 'Olá!',
        lead: [
          `Como você pediu, ${name} apagou os seus dados do programa de cashback: nome, telefone, email e saldo.`,
          'Valores e datas das compras ficam, sem ligação com você, para as contas e obrigações fiscais da loja.',
        ],
        action: {
          label: 'Ver o aviso de privacidade',
          link: `${app.env.appOrigin}/privacidade/${signupLinkSlug}`,
        },
        rest: ['Uma nova compra com o mesmo telefone começa um cadastro do zero.'],
        footnote: `Este é o último email sobre este cadastro. Se não foi você quem pediu, fale com ${name}.`,
      }),
  });
}
