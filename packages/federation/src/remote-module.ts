import type { ClientSession } from 'domain/session';
import type { ComponentType } from 'react';
import type { Connection } from './connection.ts';
import type { Outbox } from './outbox.ts';

/** The props of a remote, from the shell or from a stand-alone start. */
export interface RemoteHost {
  /** The session; null on the public pages. */
  session: ClientSession | null;
  /** The server said the session is over: the shell forgets it and shows /login. */
  onSessionEnded: () => void;
  /**
   * Something that the session shows was changed: the shell asks for it again. A shell older than this has
   * none.
   */
  onSessionChanged?: () => void;
  /**
   * This browser was made a tablet of the counter, and its session ended. A shell older than this has none.
   */
  onTabletRegistered?: () => void;
  /**
   * There are unsaved changes: until the returned function is called, whatever leads to another screen or
   * signs out asks first. A shell older than this has none.
   */
  blockLeaving?: () => () => void;
  /** Whether calls reach the API. A shell older than this has none. */
  connection?: Connection;
  /** Purchases that wait on this device for a network. A shell older than this has none. */
  outbox?: Outbox;
  /** Toasts, top right: success 3 s, error 4 s. */
  notify: { success: (message: string) => void; error: (message: string) => void };
}

export interface RemoteProps {
  host: RemoteHost;
}

/** The one thing each remote exposes, as `./app`. */
export interface RemoteModule {
  default: ComponentType<RemoteProps>;
  /** Fetches the screens that the counter must have before the network goes. */
  fetchAhead?: () => Promise<unknown>;
}
