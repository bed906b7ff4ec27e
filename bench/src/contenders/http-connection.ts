import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH_HEADER = Buffer.from('content-length: ');
const ANSWER_BYTES = 16_384;

/** Bytes of the whole answer, or undefined while its head is incomplete. */
function answerLength(bytes: Buffer): number | undefined {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd === -1) return undefined;
  const at = bytes.indexOf(LENGTH_HEADER);
  if (at === -1 || at > headEnd) throw new Error('an answer without content-length');
  const digits = bytes.latin1Slice(at + LENGTH_HEADER.length, bytes.indexOf('\r', at));
  return headEnd + HEAD_END.length + Number(digits);
}

/**
 * One customer after the other on one kept-alive connection. Raw sockets, because Node's own HTTP client would eat as
 * much of the two cores as the server under test. `next` answers the bytes to send, or undefined to stop.
 */
export function driveConnection(
  port: number,
  next: () => Buffer | undefined,
  onAnswer: (status: string, milliseconds: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    let partial: Buffer | undefined;
    const send = () => {
      const request = next();
      if (request === undefined) return socket.end();
      sentAt = performance.now();
      socket.write(request);
    };
    const read = (count: number, buffer: Uint8Array): boolean => {
      const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, count);
      const bytes = partial ? Buffer.concat([partial, chunk]) : chunk;
      const length = answerLength(bytes);
      if (length === undefined || bytes.length < length) {
        partial = Buffer.from(bytes);
        return true;
      }
      partial = undefined;
      onAnswer(bytes.latin1Slice(9, 12), performance.now() - sentAt);
      send();
      return true;
    };
    const onread = { buffer: Buffer.alloc(ANSWER_BYTES), callback: read };
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread }, send);
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}
