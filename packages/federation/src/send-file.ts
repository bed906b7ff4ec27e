import { TRPCClientError } from '@trpc/client';

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

/**
 * Fetches a file; `name` is the one the server gave it. Throws as any call of the API, also when it breaks
 * off midway.
 */
export async function receiveFile(path: string): Promise<{ name: string; content: Blob }> {
  return await askForFile(path, { method: 'GET' }, async (answer) => {
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
    const answer = await fetch(path, request);
    if (answer.ok) return await read(answer);
    throw TRPCClientError.from((await answer.json()) as object);
  } catch (error) {
    throw error instanceof TRPCClientError ? error : TRPCClientError.from(error as Error);
  }
}
