export interface Message {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
}

export interface Mail {
  /** Hands the message to the mail server. Throws MailFailure when that does not take it. */
  send(message: Message): Promise<void>;
  close(): void;
}

/**
 * Failure to send, described by codes only: a server's own words repeat the address, and errors are logged.
 */
export class MailFailure extends Error {
  /** The server will never take this message: an address it does not know, a rule it breaks. */
  readonly isFinal: boolean;

  constructor(code: string, status: number | undefined) {
    super(`the mail server did not take a message: ${code}${status === undefined ? '' : ` ${status}`}`);
    this.name = 'MailFailure';
    // A refused sign-in (EAUTH) is a mistake of the configuration, which can be corrected, so it is not
    // final.
    this.isFinal = status !== undefined && status >= 500 && code !== 'EAUTH';
  }
}

/** Times in milliseconds. A server that does not answer is given up soon; the job tries again. */
const TIMEOUTS = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 10_000,
  dnsTimeout: 5_000,
};

/** Connections to the mail server are kept for the next message, at most two. */
export async function createMail({
  smtpUrl,
  from,
}: {
  smtpUrl: string;
  from: { name: string; address: string };
}): Promise<Mail> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    // No content of a message may make this process read a file or call an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  });
  // A pooled connection that breaks while idle affects no send.
  transport.on('error', () => undefined);
  return {
    async send({ to, subject, text, html }) {
      try {
        await transport.sendMail({
          from,
          to: { name: oneLine(to.name), address: to.address },
          subject: oneLine(subject),
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        throw new MailFailure(code ?? 'unknown', responseCode);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Sends a mail. Throws where the mail server may take the message later; a final refusal goes to `giveUp`.
 */
export async function sendOrGiveUp(
  mail: Mail,
  message: Message,
  giveUp: (failure: MailFailure) => void,
): Promise<void> {
  try {
    await mail.send(message);
  } catch (error) {
    if (!(error instanceof MailFailure && error.isFinal)) throw error;
    giveUp(error);
  }
}

/** Names are people's own text: a line break in one would begin a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
