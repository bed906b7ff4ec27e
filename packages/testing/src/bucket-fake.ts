import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An S3-compatible server as far as releases need one. It computes each request's signature itself and
 * refuses any other.
 */
export interface BucketFake {
  endpoint: string;
  /** Key → object, for the bucket 'lojas'. */
  objects: Map<string, { content: Buffer; headers: Record<string, string | undefined> }>;
  /** 'PUT remotes.json', in the order they came. */
  asked: string[];
  /** Status that requests are answered with until it is set back: 503 for a server that is away. */
  failWith: number | undefined;
  /** Called before a PUT is judged, to act as another client at that very moment. */
  beforePut: ((key: string) => void) | undefined;
  close(): Promise<void>;
}

export const BUCKET_KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret/of+the=bucket' };
const BUCKET = 'lojas';
const REGION = 'us-east-1';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const etagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`;

/** Signature Version 4 as its specification says it, from what arrived. undefined: it is signed rightly. */
function refusalOf(request: IncomingMessage, body: Buffer): string | undefined {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!parts) return 'AccessDenied';
  const [, keyId, day = '', region, signedHeaders = '', signature = ''] = parts;
  const stamp = String(request.headers['x-amz-date']);
  const payload = String(request.headers['x-amz-content-sha256']);
  if (keyId !== BUCKET_KEYS.accessKeyId || region !== REGION || !stamp.startsWith(day)) return 'AccessDenied';
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signedHeaders.split(';');
  for (const needed of ['host', 'x-amz-content-sha256', 'x-amz-date']) {
    if (!names.includes(needed)) return 'AccessDenied';
  }
  const url = new URL(request.url ?? '', 'http://bucket');
  const canonical = [
    request.method,
    url.pathname,
    url.searchParams.toString(),
    ...names.map((name) => `${name}:${String(request.headers[name]).trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${BUCKET_KEYS.secretAccessKey}`, day), region ?? ''),
  );
  const expected = hmac(key, toSign);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<Error><Code>${code}</Code></Error>`);
}

export async function startBucketFake(): Promise<BucketFake> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fake: BucketFake = {
    endpoint: `http://127.0.0.1:${port}`,
    objects: new Map(),
    asked: [],
    failWith: undefined,
    beforePut: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (fake.failWith !== undefined) return refuse(response, fake.failWith, 'ServiceUnavailable');
    const refusal = refusalOf(request, body);
    if (refusal) return refuse(response, 403, refusal);
    const [, bucket, ...rest] = decodeURIComponent(request.url ?? '').split('/');
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    fake.asked.push(`${request.method} ${key}`);
    if (request.method === 'PUT') return put(request, response, key, body);
    const object = fake.objects.get(key);
    if (!object) return refuse(response, 404, 'NoSuchKey');
    response.writeHead(200, { etag: etagOf(object.content) }).end(object.content);
  }

  function put({ headers }: IncomingMessage, response: ServerResponse, key: string, content: Buffer): void {
    fake.beforePut?.(key);
    const there = fake.objects.get(key);
    const wanted = headers['if-match'];
    const isStale = wanted !== undefined && (!there || etagOf(there.content) !== wanted);
    if (isStale || (headers['if-none-match'] === '*' && there)) {
      refuse(response, 412, 'PreconditionFailed');
      return;
    }
    const kept = ['content-type', 'cache-control', 'content-encoding'] as const;
    fake.objects.set(key, {
      content,
      headers: Object.fromEntries(kept.map((name) => [name, headers[name]])),
    });
    response.writeHead(200, { etag: etagOf(content) }).end();
  }
  return fake;
}
