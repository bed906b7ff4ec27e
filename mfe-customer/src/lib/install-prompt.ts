/** Chromium's event, which TypeScript's library does not know. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let waiting: InstallPrompt | undefined;
const listeners = new Set<() => void>();

function change(next: InstallPrompt | undefined): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Holds the browser's own offer to install back, for a button. It comes once a page, so this is early. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    change(event as InstallPrompt);
  });
}

export const canInstall = () => waiting !== undefined;

export function onInstallPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the browser's dialog; it can be shown once. */
export function install(): void {
  void waiting?.prompt().catch(() => undefined);
  change(undefined);
}
