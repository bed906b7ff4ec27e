// Program that tests run in the place of an API process: it starts as quickly as node does, and behaves as
// its folder says by then.
import { appendFileSync, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const { FOLDER, PORT, JOBS } = process.env;
const is = (behavior) => existsSync(join(FOLDER, behavior));

appendFileSync(join(FOLDER, 'starts'), `${process.pid}\n`);
if (is('crashing')) process.exit(7);
if (is('slow')) await wait(1_500);

/** Sends one half of its metrics, and exits. */
function answerHalf(response) {
  response.writeHead(200, { 'content-length': '1000' }).write('half');
  setTimeout(() => response.destroy(), 100);
}

const isSilent = is('silent');
const monitoring = createServer((request, response) => {
  if (isSilent) return;
  if (request.url !== '/metrics') response.end('ready');
  else if (is('tearing')) answerHalf(response);
  else response.end(`process ${process.pid}\n`);
});
await new Promise((resolve) => monitoring.listen({ port: 0, host: '127.0.0.1', exclusive: true }, resolve));
// In the place of a worker it serves no requests.
if (JOBS === 'off') {
  const server = createServer((_request, response) => {
    response.writeHead(200, { connection: 'close' }).end(String(process.pid));
  });
  await new Promise((resolve) => server.listen({ port: Number(PORT), host: '127.0.0.1' }, resolve));
}
process.on('SIGTERM', () => process.exit(0));
process.send({ monitoringUrl: `http://127.0.0.1:${monitoring.address().port}` });
