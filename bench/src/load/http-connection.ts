import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n');
const LENGTH_HEADER = Buffer.from('content-length: ');
/** More than any of the answers that are driven here. */
export const ANSWER_BYTES = 16_384;

/** True if these bytes are a whole answer: of the length its head says, or up to the last chunk. */
export function isComplete(bytes: Buffer): boolean {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return false;
  const at = bytes.indexOf(LENGTH_HEADER);
  if (at === -1 || at > headEnd) return bytes.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  const digits = bytes.toString('latin1', at + LENGTH_HEADER.length, bytes.indexOf('\r', at));
  return bytes.length >= headEnd + HEAD_END.length + Number(digits);
}

/**
 * Serves one customer after the other on one kept-alive connection. Raw sockets, because Node's own HTTP
 * client would use as much of the two cores as the server under test. `next` answers the bytes to send, or
 * undefined to stop. With `everyMs` a customer comes that often, and one who has to wait for the one before
 * waits from then on.
 */
export function driveConnection(
  port: number,
  next: () => Buffer | undefined,
  onAnswer: (status: string, milliseconds: number) => void,
  everyMs = 0,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let dueAt = performance.now() + Math.random() * everyMs;
    let sentAt = 0;
    let partial: Buffer | undefined;
    const write = () => {
      const request = next();
      if (request === undefined) return socket.end();
      sentAt = everyMs > 0 ? dueAt : performance.now();
      socket.write(request);
    };
    const send = () => {
      dueAt += everyMs;
      const early = everyMs > 0 ? dueAt - performance.now() : 0;
      if (early > 0) setTimeout(write, early);
      else write();
    };
    const read = (count: number, buffer: Uint8Array): boolean => {
      const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, count);
      const bytes = partial ? Buffer.concat([partial, chunk]) : chunk;
      if (!isComplete(bytes)) {
        partial = Buffer.from(bytes);
        return true;
      }
      partial = undefined;
      onAnswer(bytes.toString('latin1', 9, 12), performance.now() - sentAt);
      send();
      return true;
    };
    const onread = { buffer: Buffer.alloc(ANSWER_BYTES), callback: read };
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread }, send);
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}
