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
 * undefined to stop. With `everyMs` a customer comes that often; one who is held up by the one before is
 * timed from when he was due.
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
    const write = (from: number) => {
      const request = next();
      if (request === undefined) return socket.end();
      sentAt = from;
      socket.write(request);
    };
    const send = () => {
      if (everyMs === 0) return write(performance.now());
      dueAt += everyMs;
      const early = dueAt - performance.now();
      // The timer's own delay is not the server's.
      if (early > 0) setTimeout(() => write(performance.now()), early);
      else write(dueAt);
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
