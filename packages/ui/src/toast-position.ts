/** The breakpoint of the bottom bar, too. */
const PHONE = '(max-width: 47.99rem)';
/** A toast and the space on both its sides. */
const TOAST_WIDTH = 356 + 2 * 24;

/**
 * Top right; at the foot on phones, and where a dialog is so wide that the toast would cover its title or its
 * X.
 */
export function toastPosition(): 'top-right' | 'bottom-right' | 'bottom-center' {
  if (window.matchMedia(PHONE).matches) return 'bottom-center';
  const dialogs = [...document.querySelectorAll('[role="dialog"], dialog[open]')];
  const isCovered = dialogs.some(
    (dialog) => dialog.getBoundingClientRect().right > window.innerWidth - TOAST_WIDTH,
  );
  return isCovered ? 'bottom-right' : 'top-right';
}
