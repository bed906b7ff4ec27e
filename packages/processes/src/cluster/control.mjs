// Socket on which `npm start -- --cluster --restart` reaches the running cluster; only this user may open it.
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../child-processes.mjs';

/** Path of the socket, one for each checkout and port; it has room for a hundred characters only. */
export function controlPath(port) {
  const name = createHash('sha256').update(`${ROOT} ${port}`).digest('hex').slice(0, 16);
  return join(tmpdir(), `cashback-${process.getuid?.() ?? 0}-${name}.sock`);
}

/**
 * @param {(say: (line: string) => void) => Promise<void>} restart
 * @returns {Promise<{ close(): void }>}
 */
export async function listenForRestarts(port, restart) {
  const path = controlPath(port);
  // Removes the socket of a killed cluster; a running one holds the port, which was checked before.
  rmSync(path, { force: true });
  const server = createServer((connection) => {
    const tell = (line) => void connection.write(`${line}\n`);
    connection.on('error', () => undefined);
    restart(tell).then(
      () => connection.end('done\n'),
      (error) => connection.end(`failed: ${error.message}\n`),
    );
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    // Closed to other users from its first moment.
    const mask = process.umask(0o177);
    server.listen(path, resolve);
    process.umask(mask);
  });
  return { close: () => server.close() };
}

/** Asks for a restart and says how it goes. Rejects with one sentence where it failed or no cluster runs. */
export function askForRestart(port, say) {
  return new Promise((resolve, reject) => {
    let text = '';
    const connection = connect(controlPath(port));
    connection.setEncoding('utf8').on('data', (chunk) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        if (line === 'done') resolve();
        else if (line.startsWith('failed: ')) reject(new Error(line.slice('failed: '.length)));
        else say(line);
      }
    });
    connection.on('error', () => reject(new Error(`No cluster of this checkout runs on port ${port}.`)));
    connection.on('close', () => reject(new Error('The cluster ended before the restart did.')));
  });
}
