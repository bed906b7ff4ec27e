import type { App } from '../context.ts';
import { sendOrGiveUp } from '../lib/mail.ts';
import { writeLetter } from '../lib/mail-letter.ts';
import type { CodeToSendRow } from './customer-codes.sql.ts';

/** A way to bring a code to a customer. WhatsApp is to be another one. */
export interface CodeChannel {
  /** Throws on a passing failure, so that the job is retried; a final one is only logged. */
  send(code: string, to: CodeToSendRow): Promise<void>;
}

/** The channels of this installation, the preferred one first. Without a mail server there is none. */
export function codeChannels({ mail, log }: Pick<App, 'mail' | 'log'>): CodeChannel[] {
  if (!mail) return [];
  return [
    {
      async send(code, { email, merchantName }) {
        const letter = writeLetter({
          subject: `${merchantName}: seu código é ${code}`,
          greeting: 'Olá!',
          lead: ['Digite este código na página do seu cashback para provar que é você:'],
          action: { code },
          rest: ['Ele vale por 10 minutos e só pode ser usado uma vez. Nunca o informe a outra pessoa.'],
          footnote: 'Se não foi você quem pediu, pode ignorar este email: sem o código ninguém entra.',
        });
        await sendOrGiveUp(mail, { to: { name: '', address: email }, ...letter }, (err) =>
          log.warn({ err }, "the mail server refused a customer's code for good"),
        );
      },
    },
  ];
}
