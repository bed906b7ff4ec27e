import type { Readable } from 'node:stream';
import type { Permission } from 'domain/roles';
import type { App } from './context.ts';
import type { ProofDemand, StaffSession } from './staff-session.ts';

/** A file to download; the browser saves it under `name`. */
export interface FileAnswer {
  name: string;
  contentType: string;
  content: Readable | Buffer;
}

export interface FileRouteCall {
  app: App;
  staff: StaffSession;
  ip: string;
  userAgent: string | undefined;
  /** The parameters of the URL, unchecked. */
  query: unknown;
  /** The uploaded bytes; empty for a GET. */
  body: Buffer;
}

/** A route for a file that employees upload or download: bytes that do not fit the API's JSON. */
interface FileRouteBase {
  /** Below '/files/'. */
  path: `/files/${string}`;
  permission: Permission;
  proof?: ProofDemand;
}
export interface UploadRoute extends FileRouteBase {
  method: 'POST';
  accepts: { contentTypes: readonly string[]; maxBytes: number };
  /** Returns a file, or another object, which is answered as JSON. Throws Refusals. */
  handle(call: FileRouteCall): Promise<FileAnswer | object>;
}
export interface DownloadRoute extends FileRouteBase {
  method: 'GET';
  handle(call: FileRouteCall): Promise<FileAnswer>;
}
export type FileRoute = UploadRoute | DownloadRoute;
