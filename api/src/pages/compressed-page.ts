import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Above this, more effort saves few bytes and costs milliseconds; each page is made for one request. */
const BROTLI_QUALITY = 6;
const GZIP_LEVEL = 6;

/** Sends a page that was made for this one request, compressed as the browser takes it. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  const accepted = request.headers['accept-encoding'] ?? '';
  if (accepts(accepted, 'br')) {
    const options = {
      params: {
        [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
        [zlib.BROTLI_PARAM_SIZE_HINT]: html.length,
      },
    };
    return reply.header('content-encoding', 'br').send(await brotli(html, options));
  }
  if (accepts(accepted, 'gzip')) {
    return reply.header('content-encoding', 'gzip').send(await gzipped(html, { level: GZIP_LEVEL }));
  }
  return reply.send(html);
}

/** 'gzip, br;q=0' takes gzip and refuses br. */
export function accepts(header: string, encoding: 'br' | 'gzip'): boolean {
  return header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .some(
      ([name, ...parameters]) => name === encoding && !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each)),
    );
}
