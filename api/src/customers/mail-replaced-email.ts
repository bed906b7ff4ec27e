import { myDataAddress } from 'domain/my-data-address';
import type { App } from '../context.ts';
import type { JobPayload } from '../jobs/enqueue-job.ts';
import { writeLetter } from '../lib/mail-letter.ts';
import { mailOnceStored } from './mail-once-stored.ts';

/**
 * Tells the e-mail that proved a customer that another one took its place. Throws as `mailOnceStored`.
 */
export async function mailReplacedEmail(
  app: Pick<App, 'env' | 'log' | 'mail' | 'tenancy'>,
  payload: JobPayload<'mail-replaced-email'>,
  attempt: { isLastAttempt: boolean },
): Promise<void> {
  await mailOnceStored(app, payload, attempt, {
    failure: 'a replaced e-mail could not be told',
    write: ({ name, signupLinkSlug }) =>
      writeLetter({
        subject: `${name}: o email do seu cadastro mudou`,
        greeting: 'Olá!',
        lead: [
          `O email do seu cadastro no programa de cashback de ${name} foi trocado ou removido.`,
          'Códigos para provar que é você não chegam mais a este endereço.',
        ],
        action: {
          label: 'Ver meus dados',
          link: `${app.env.publicOrigin}${myDataAddress(signupLinkSlug)}`,
        },
        rest: [`Se não foi você, fale com ${name}.`],
        footnote: 'Este email foi enviado ao endereço anterior do cadastro.',
      }),
  });
}
