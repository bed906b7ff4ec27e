/** The window event that carries a toast from any remote to the one Toaster. */
export const TOAST_EVENT = 'volta:toast';

export interface ToastDetail {
  kind: 'success' | 'error';
  message: string;
}

function announce(kind: ToastDetail['kind'], message: string): void {
  window.dispatchEvent(new CustomEvent<ToastDetail>(TOAST_EVENT, { detail: { kind, message } }));
}

/**
 * Shows a passing message through the page's Toaster. It travels as a window event, not as a call: each
 * remote bundles its own copy of this package, and only the document's owner mounts (and ships) the toast
 * library.
 */
export const notify = {
  success: (message: string) => announce('success', message),
  error: (message: string) => announce('error', message),
};
