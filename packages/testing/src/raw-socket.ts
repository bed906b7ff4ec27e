import { connect } from 'node:net';

/** Sends the bytes as they are and reads until the server closes: for requests that no client would make. */
export async function sendRaw(url: string, lines: string[]): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.setTimeout(5_000, () => socket.destroy(new Error('the server neither answered nor closed')));
  // Not ended from this side: the server would take that for a client that no longer waits.
  socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'utf8'));
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text };
}
