import { TRPCClientError } from '@trpc/client';
import { provingFetch } from './proving-fetch.ts';

const fetchFile = provingFetch((address, request) => fetch(address, request));

/**
 * Uploads a file to one of the API's own addresses for files and answers its JSON. Throws as any call of the
 * API.
 */
export async function sendFile<Answer>(path: string, file: Blob, contentType: string): Promise<Answer> {
  const headers = { 'content-type': contentType };
  return (await askForFile(path, { method: 'POST', headers, body: file }, (answer) =>
    answer.json(),
  )) as Answer;
}

export interface ReceivedFile {
  name: string;
  content: Blob;
}

/** Uploads a file and fetches what the API makes of it. */
export async function convertFile(path: string, file: Blob, contentType: string): Promise<ReceivedFile> {
  return await receiveFile(path, { method: 'POST', headers: { 'content-type': contentType }, body: file });
}

/**
 * Fetches a file; `name` is the one the server gave it. Throws as any call of the API, also when it breaks
 * off midway.
 */
export async function receiveFile(path: string, request: RequestInit = {}): Promise<ReceivedFile> {
  return await askForFile(path, request, async (answer) => {
    const disposition = answer.headers.get('content-disposition') ?? '';
    return { name: /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'arquivo', content: await answer.blob() };
  });
}

/**
 * A response that no API sent (no network, a proxy alone) is an error without data, as in tRPC's own links.
 */
async function askForFile<Result>(
  path: string,
  request: RequestInit,
  read: (answer: Response) => Promise<Result>,
): Promise<Result> {
  try {
    const answer = await fetchFile(path, request);
    if (answer.ok) return await read(answer);
    throw TRPCClientError.from((await answer.json()) as object);
  } catch (error) {
    throw error instanceof TRPCClientError ? error : TRPCClientError.from(error as Error);
  }
}
