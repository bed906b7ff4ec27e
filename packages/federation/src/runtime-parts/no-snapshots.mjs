/**
 * In the place of runtime-core's SnapshotHandler. With `disableSnapshot` the runtime never asks one for
 * anything; it makes one all the same, tells it of plugins, and has it forget what a remote that is
 * registered anew was known by.
 */
export class SnapshotHandler {
  hooks = { applyPlugin: () => undefined };
  manifestCache = new Map();
}

export const getGlobalRemoteInfo = () => ({});
