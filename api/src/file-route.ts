import type { Readable } from 'node:stream';
import type { Permission } from 'domain/roles';
import type { App } from './context.ts';
import type { StaffSession } from './staff-session.ts';

/** A file on its way to a browser, which saves it under `name`. */
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
  /** The address's own parameters, as they came. */
  query: unknown;
  /** What was uploaded; empty for a GET. */
  body: Buffer;
}

/** What employees send or receive as a file: bytes that do not belong into the API's JSON. */
interface FileRouteBase {
  /** Below '/files/'. */
  path: `/files/${string}`;
  permission: Permission;
}
export interface UploadRoute extends FileRouteBase {
  method: 'POST';
  accepts: { contentTypes: readonly string[]; maxBytes: number };
  /** Answers what is sent back as JSON. Throws Refusals. */
  handle(call: FileRouteCall): Promise<object>;
}
export interface DownloadRoute extends FileRouteBase {
  method: 'GET';
  handle(call: FileRouteCall): Promise<FileAnswer>;
}
export type FileRoute = UploadRoute | DownloadRoute;
