declare module 'dns2' {
  interface DnsAnswer {
    name: string;
    type: number;
    class: number;
    ttl: number;
    domain?: string;
    data?: string[];
    address?: string;
  }
  interface DnsPacket {
    header: { rcode: number };
    questions: { name: string; type: number }[];
    answers: DnsAnswer[];
  }
  const dns2: {
    Packet: {
      TYPE: { A: number; AAAA: number; CNAME: number; TXT: number };
      CLASS: { IN: number };
      createResponseFromRequest(request: DnsPacket): DnsPacket;
    };
    createServer(options: {
      udp: boolean;
      handle(request: DnsPacket, send: (response: DnsPacket) => void): void;
    }): {
      listen(options: { udp: { port: number; address: string } }): Promise<{ udp: { port: number } }>;
      close(): Promise<void>;
    };
  };
  export default dns2;
}
