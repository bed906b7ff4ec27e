import { TABLET_MARK } from './is-tablet.ts';

export function markTablet(isTablet: boolean): void {
  try {
    if (isTablet) localStorage.setItem(TABLET_MARK, '1');
    else localStorage.removeItem(TABLET_MARK);
  } catch {
    // Switched off: this browser keeps the ordinary login.
  }
}
