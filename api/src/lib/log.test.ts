import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(
    createLog('info', {
      write: (line) => {
        text += line;
      },
    }),
  );
  return text;
}

test.each(['apiKey', 'keyEncryptionKeys', 'password', 'tokenSecrets'])(
  '%s is never written, at whichever level of an entry it stands',
  (secret) => {
    const value = 'canario-4711';
    const failure = Object.assign(new Error('failed'), { [secret]: value, input: { [secret]: value } });
    const text = linesOf((log) => {
      log.info({ [secret]: value }, 'top');
      log.info({ input: { [secret]: value, provider: 'mailchimp' } }, 'below');
      log.info({ call: { input: { [secret]: value } } }, 'further below');
      log.error({ err: failure }, 'an error that carries it');
    });
    expect(text.trim().split('\n')).toHaveLength(4);
    expect(text).not.toContain(value);
    expect(text).toContain('"provider":"mailchimp"');
    expect(text).toContain('"stack"');
  },
);

test('a session is not written either', () => {
  const headers = { cookie: 'session=canario', authorization: 'Bearer canario', host: 'loja.example' };
  const text = linesOf((log) => log.info({ req: { headers } }, 'a request'));
  expect(text).not.toContain('canario');
  expect(text).toContain('loja.example');
});
