/** The page's message to the service worker once it is idle. */
export interface KeepMessage {
  kind: 'keep';
  /** The files that this page needed, as addresses within the origin. */
  files: string[];
  /** The page to be kept, without a phone. */
  page: string;
}

/** Scripts in a page can send anything; a message is validated before use. */
export function isKeepMessage(data: unknown): data is KeepMessage {
  const message = data as Partial<KeepMessage> | null;
  return (
    message?.kind === 'keep' &&
    typeof message.page === 'string' &&
    Array.isArray(message.files) &&
    message.files.every((file) => typeof file === 'string')
  );
}
