import { Resolver } from 'node:dns/promises';

/** The DNS did not answer, or answered that it cannot: nothing is known about the name. */
export class DnsUnavailable extends Error {}

export interface Dns {
  /** Targets of the name's own CNAME, as written there; empty for a name that has none or does not exist. */
  cname(name: string): Promise<string[]>;
  /** The name's TXT records, each whole. */
  txt(name: string): Promise<string[]>;
  /** The IPv4 addresses the name leads to. */
  addresses(name: string): Promise<string[]>;
  /** Every address the name leads to, of both families; none for a name that does not exist. */
  everyAddress(name: string): Promise<string[]>;
}

const TRY_MS = 1_500;
const TRIES = 2;
/** Time limit of a look-up, for any number of servers and however slowly each of them fails. */
const LOOKUP_CAP_MS = 5_000;
/** No such name; a name without such a record. */
const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Asks the system's resolvers, or those given ('9.9.9.9', '127.0.0.1:5353'). Each method throws
 * DnsUnavailable.
 */
export function createDns(servers: readonly string[] = [], capMs = LOOKUP_CAP_MS): Dns {
  async function ask<Found>(query: (resolver: Resolver) => Promise<Found[]>): Promise<Found[]> {
    // Each question has its own resolver: it remembers no answer, and canceling it cancels nothing else.
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (servers.length > 0) resolver.setServers(servers);
    const cap = setTimeout(() => resolver.cancel(), capMs);
    try {
      return await query(resolver);
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== undefined && NOTHING_THERE.has(code)) return [];
      throw new DnsUnavailable(`the DNS could not be asked: ${code}`, { cause: error });
    } finally {
      clearTimeout(cap);
    }
  }

  return {
    cname: (name) => ask((resolver) => resolver.resolveCname(name)),
    txt: async (name) => (await ask((resolver) => resolver.resolveTxt(name))).map((parts) => parts.join('')),
    addresses: (name) => ask((resolver) => resolver.resolve4(name)),
    async everyAddress(name) {
      const families = [
        (resolver: Resolver) => resolver.resolve4(name),
        (resolver: Resolver) => resolver.resolve6(name),
      ];
      const answers = await Promise.allSettled(families.map(ask));
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const failure = answers.find((answer) => answer.status === 'rejected');
      // Some servers fail at one family and know the other.
      if (failure && found.length === 0) throw failure.reason;
      return found;
    },
  };
}
