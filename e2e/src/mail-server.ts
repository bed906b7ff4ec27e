import { appendFileSync, rmSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { type Mail, mailsFile } from './mails-file.ts';

/** A real mail server whose messages the journeys read; see mails.ts. */
export async function startMailServer(): Promise<{ url: string; close(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', async () => {
        const { subject = '', text = '', html = '' } = await PostalMime.parse(Buffer.concat(chunks));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const mail: Mail = { to, subject, text, html };
        appendFileSync(mailsFile(), `${JSON.stringify(mail)}\n`);
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
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      rmSync(mailsFile(), { force: true });
    },
  };
}
