/**
 * In the place of runtime-core's SnapshotHandler. With `disableSnapshot` the runtime never asks it for
 * anything; it still makes one, registers plugins with it, and calls it when a remote is registered again.
 */
export class SnapshotHandler {
  hooks = { applyPlugin: () => undefined };
  manifestCache = new Map();
}

export const getGlobalRemoteInfo = () => ({});
