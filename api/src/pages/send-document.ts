import type { FastifyReply, FastifyRequest } from 'fastify';
import { documentPolicy } from '../http/content-security-policy.ts';
import { sha256 } from '../lib/tokens.ts';
import { sendCompressed } from './compressed-page.ts';

/**
 * Sends a page made by `documentPage`, with a policy that only lets browsers show it. Browsers revalidate it
 * each time by its ETag, unless the caller has already set 'cache-control'.
 */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<FastifyReply> {
  // Weak: a page stays the same document in every encoding.
  const tag = `W/"${sha256(html).toString('base64url')}"`;
  reply.header('content-security-policy', documentPolicy(html)).header('vary', 'accept-encoding');
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache').header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  reply.type('text/html; charset=utf-8');
  return await sendCompressed(request, reply, html);
}
