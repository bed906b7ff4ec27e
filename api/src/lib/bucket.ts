import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';

/** Location of an S3-compatible server and bucket, and the credentials to read or write there. */
export interface BucketAddress {
  /** 'https://s3.eu-west-1.amazonaws.com', 'http://127.0.0.1:9000' */
  endpoint: string;
  region: string;
  bucket: string;
  /** Beginning of every key, without slashes at its ends; '' for none. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface StoredObject {
  content: Buffer;
  /** Changes with the content; a write can name the one that it replaces. */
  etag: string;
}

interface PutOptions {
  contentType: string;
  cacheControl: string;
  /** Writes only if the object is still this one; null: only if there is none yet. Left out: always. */
  replaces?: string | null;
}

export interface Bucket {
  /** undefined: there is no such object. Throws where the server is away or refuses. */
  get(key: string): Promise<StoredObject | undefined>;
  /** false: the object is not the one that was to be replaced. Throws as `get`. */
  put(key: string, content: Buffer, options: PutOptions): Promise<boolean>;
}

const TIMEOUT_MS = 10_000;
/** A server that is busy for a moment answers the second or third time. */
const RETRIES = 2;

/** Path-style addresses, which every S3-compatible server understands. */
export function openBucket(address: BucketAddress): Bucket {
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = address;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const urlOf = (key: string) => {
    const parts = [bucket, ...prefix.split('/'), ...key.split('/')].filter(Boolean);
    return `${endpoint}/${parts.map(encoded).join('/')}`;
  };

  async function ask(key: string, init: RequestInit & { headers: Record<string, string> }, body: Buffer) {
    const headers = {
      ...init.headers,
      // Signed too, so that nothing on the way can put other bytes in their place.
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    };
    try {
      return await client.fetch(urlOf(key), { ...init, headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      throw new Error(`${endpoint} did not answer (${reasonOf(error)})`, { cause: error });
    }
  }

  async function codeOf(answer: Response): Promise<string | undefined> {
    return /<Code>([^<]{1,100})<\/Code>/.exec(await answer.text().catch(() => ''))?.[1];
  }

  async function refuse(verb: string, key: string, answer: Response, known?: string): Promise<never> {
    const code = known ?? (await codeOf(answer));
    throw new Error(
      `${endpoint} answered ${answer.status}${code ? ` ${code}` : ''} to ${verb} ${bucket}/${key}`,
    );
  }

  return {
    async get(key) {
      const answer = await ask(key, { method: 'GET', headers: {} }, Buffer.alloc(0));
      if (answer.status === 404) {
        const code = await codeOf(answer);
        return code === 'NoSuchBucket' ? await refuse('GET', key, answer, code) : undefined;
      }
      if (!answer.ok) return await refuse('GET', key, answer);
      const etag = answer.headers.get('etag') ?? '';
      return { content: Buffer.from(await answer.arrayBuffer()), etag };
    },
    async put(key, content, { contentType, cacheControl, replaces }) {
      const headers: Record<string, string> = { 'content-type': contentType, 'cache-control': cacheControl };
      if (replaces === null) headers['if-none-match'] = '*';
      else if (replaces !== undefined) headers['if-match'] = replaces;
      const answer = await ask(key, { method: 'PUT', headers, body: new Uint8Array(content) }, content);
      // 409: another process was writing it at the same moment; 404: the object to be replaced is gone.
      const isConflict =
        replaces !== undefined &&
        ([409, 412].includes(answer.status) || (answer.status === 404 && replaces !== null));
      if (!answer.ok && !isConflict) return await refuse('PUT', key, answer);
      await answer.body?.cancel();
      return !isConflict;
    },
  };
}

/** Error code for the operator's search: 'ENOTFOUND', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'TimeoutError'. */
function reasonOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
}

/** Encodes as signatures require: the characters that encodeURIComponent leaves alone are encoded, too. */
function encoded(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
