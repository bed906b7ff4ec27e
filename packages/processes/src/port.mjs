import { createServer } from 'node:net';

function tryToListen(port, host) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host }, () => probe.close(resolve));
  });
}

/**
 * Throws one sentence when a server could not listen on the port. Asks each way another program may hold it.
 */
export async function requireFreePort(port) {
  for (const host of ['127.0.0.1', '0.0.0.0', '::1', '::']) {
    try {
      await tryToListen(port, host);
    } catch (error) {
      if (error.code === 'EADDRINUSE') {
        throw new Error(
          `Port ${port} is already in use; stop the program that has it, or set PORT to another one.`,
        );
      }
      if (error.code === 'EACCES')
        throw new Error(`Port ${port} needs more rights than this user has; set PORT.`);
      // A machine without IPv6 has no '::'.
    }
  }
}

/** A free port of the loopback. */
export async function findFreePort() {
  const probe = createServer();
  await new Promise((resolve, reject) => {
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', resolve);
  });
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
