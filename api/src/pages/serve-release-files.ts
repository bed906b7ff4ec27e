import { extname } from 'node:path';
import { REMOTES, type RemoteName, VERSION_SHAPE } from 'domain/releases';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';
import { perAddress, type RateLimit, type RateLimiter } from '../lib/rate-limit.ts';
import { limitCalls } from '../limits/limit-calls.ts';
import { type ReleaseFiles, TamperedRelease } from '../releases/release-files.ts';
import { accepts } from './compressed-page.ts';

/** Each may ask the store something; a page needs one or two that this process has not met yet. */
const UNKNOWN_RELEASES_PER_ADDRESS: RateLimit = { name: 'unknown-release', limit: 60, windowSeconds: 60 };

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** Encodings that the build left beside a file, the smallest first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

interface Asked {
  Params: { version: string; '*': string };
}

/**
 * Serves `/remotes/<remote>/<version>/<file>` for all releases, for tabs that were opened with them. An
 * address never changes its content. Source maps are not for visitors.
 */
export function registerReleaseFiles(
  server: FastifyInstance,
  { files, limiter }: { files: ReleaseFiles; limiter: RateLimiter },
): void {
  for (const remote of REMOTES) {
    server.get<Asked>(`/remotes/${remote}/:version(${VERSION_SHAPE.source})/*`, async (request, reply) => {
      const { version, '*': name } = request.params;
      if (!files.knows(remote, version))
        await limitCalls(limiter, perAddress(UNKNOWN_RELEASES_PER_ADDRESS, request.ip));
      if (!(extname(name) in TYPES)) throw new Refusal('not_found');
      try {
        return await send(request, reply, { remote, version, name });
      } catch (error) {
        if (error instanceof Refusal) throw error;
        request.log.error({ err: error }, 'a file of a release was not served');
        if (error instanceof TamperedRelease) throw new Refusal('not_found');
        throw new Refusal('overloaded', { retryAfterSeconds: 2 });
      }
    });
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { remote, version, name }: { remote: RemoteName; version: string; name: string },
  ): Promise<FastifyReply> {
    const release = await files.findRelease(remote, version);
    const accepted = request.headers['accept-encoding'] ?? '';
    const [encoding, ending] = ENCODINGS.find(
      ([each, suffix]) => accepts(accepted, each) && release && Object.hasOwn(release.files, name + suffix),
    ) ?? [undefined, ''];
    const content = await files.findFile(remote, version, name + ending);
    if (!content) throw new Refusal('not_found');
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .type(TYPES[extname(name)] ?? '')
      .send(content);
  }
}
