import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real mail server that keeps the mails sent to it. */
export interface MailServer {
  /** Value for SMTP_URL. */
  url: string;
  messages: ReceivedMail[];
  /** Refuses later mails with this status: 4xx for now, 5xx finally. Undefined: accepts them. */
  refuseWith(status: number | undefined): void;
  close(): Promise<void>;
}

export interface ReceivedMail extends Email {
  /** Recipients on the envelope. */
  recipients: string[];
  raw: string;
}

export async function startMailServer(): Promise<MailServer> {
  const messages: ReceivedMail[] = [];
  let refusal: number | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo(address, _session, done) {
      if (refusal === undefined) return done();
      done(Object.assign(new Error(`<${address.address}> is not taken`), { responseCode: refusal }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        messages.push({ ...(await PostalMime.parse(raw)), recipients, raw: raw.toString('utf8') });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    messages,
    refuseWith(status) {
      refusal = status;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
