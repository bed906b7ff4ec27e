/// <reference path="./dns2.d.ts" />
import dns2 from 'dns2';

const { Packet } = dns2;

/** Entries of the zone for one name. */
export interface DnsEntry {
  /** Target of the name; with several, each leads to the next, as a resolver answers them. */
  cname?: string[];
  txt?: string[];
  address?: string;
  /** The same for IPv6. */
  address6?: string;
  /** 'servfail': the server says that it cannot tell. 'silence': it says nothing at all. */
  failure?: 'servfail' | 'silence';
}

export interface DnsFake {
  /** Value for DNS_SERVERS: '127.0.0.1:41234'. */
  address: string;
  /**
   * Writes a name into the zone, replacing its entry; null removes it. Names without an entry do not exist.
   */
  write(name: string, entry: DnsEntry | null): void;
  /** The names asked about, and how often. */
  asked: Map<string, number>;
  close(): Promise<void>;
}

const SERVFAIL = 2;
const NXDOMAIN = 3;

/** A real DNS server over UDP whose zone the test writes. */
export async function startDnsFake(port = 0): Promise<DnsFake> {
  const zone = new Map<string, DnsEntry>();
  const asked = new Map<string, number>();
  const server = dns2.createServer({
    udp: true,
    handle(request, send) {
      const response = Packet.createResponseFromRequest(request);
      const [question] = request.questions;
      const name = question?.name.toLowerCase() ?? '';
      asked.set(name, (asked.get(name) ?? 0) + 1);
      const entry = zone.get(name);
      if (entry?.failure === 'silence') return;
      if (entry?.failure === 'servfail') response.header.rcode = SERVFAIL;
      else if (!entry) response.header.rcode = NXDOMAIN;
      else response.answers.push(...answersOf(name, entry, question?.type ?? 0));
      send(response);
    },
  });
  const { udp } = await server.listen({ udp: { port, address: '127.0.0.1' } });
  return {
    address: `127.0.0.1:${udp.port}`,
    asked,
    write(name, entry) {
      if (entry) zone.set(name.toLowerCase(), entry);
      else zone.delete(name.toLowerCase());
    },
    close: () => server.close(),
  };
}

/** A CNAME answers every question about its name. */
function answersOf(name: string, entry: DnsEntry, type: number) {
  const common = { class: Packet.CLASS.IN, ttl: 1 };
  const chain = [name, ...(entry.cname ?? [])];
  const cnames = chain
    .slice(1)
    .map((domain, hop) => ({ ...common, name: chain[hop] ?? name, type: Packet.TYPE.CNAME, domain }));
  const end = chain.at(-1) ?? name;
  if (type === Packet.TYPE.TXT)
    return [
      ...cnames,
      ...(entry.txt ?? []).map((text) => ({
        ...common,
        name: end,
        type,
        data: text.match(/.{1,255}/gs) ?? [''],
      })),
    ];
  if (type === Packet.TYPE.A && entry.address !== undefined)
    return [...cnames, { ...common, name: end, type, address: entry.address }];
  if (type === Packet.TYPE.AAAA && entry.address6 !== undefined)
    return [...cnames, { ...common, name: end, type, address: entry.address6 }];
  return cnames;
}
