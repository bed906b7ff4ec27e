import { federationName, REMOTES } from 'domain/releases';
import type { RemoteDirectory } from 'domain/remote-directory';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { timeLimits } from '../lib/time-limits.ts';
import { withDeadline } from '../lib/with-deadline.ts';
import type { Releases } from '../releases/releases.ts';
import type { RemoteBuild } from '../releases/remote-build.ts';

/** Finds the merchant of the session that a request carries. */
export type FindSessionMerchant = (request: FastifyRequest) => Promise<string | undefined>;

export function directoryOf(builds: readonly RemoteBuild[]): RemoteDirectory {
  return { remotes: Object.fromEntries(builds.map(({ remote, entry }) => [federationName(remote), entry])) };
}

/**
 * GET /remotes.json: where each remote is today, for this caller. On a merchant's own host and for its
 * signed-in employees that may be a release which others do not have yet. Never fails: who the caller is may
 * stay open.
 */
export function registerRemoteDirectory(
  server: FastifyInstance,
  releases: Pick<Releases, 'buildFor' | 'hasTrials'>,
  findSessionMerchant: FindSessionMerchant,
): void {
  async function sessionMerchant(request: FastifyRequest): Promise<string | undefined> {
    const late = () => new Error('the session was not there in time');
    try {
      return await withDeadline(findSessionMerchant(request), timeLimits.page, late);
    } catch (err) {
      request.log.warn({ err }, 'the directory was sent without asking whose session it is');
      return undefined;
    }
  }

  server.get('/remotes.json', async (request, reply) => {
    const host = request.tenantHost;
    let merchantId = host.kind === 'merchant' ? host.merchantId : undefined;
    if (host.kind === 'platform' && host.servesEmployees && releases.hasTrials()) {
      reply.header('vary', 'cookie');
      merchantId = await sessionMerchant(request);
    }
    const builds = REMOTES.map((remote) => releases.buildFor(remote, merchantId));
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(directoryOf(builds)));
  });
}
