/** Scripts cannot read the tablet's cookie. By this mark the login asks whether it is there still. */
export const TABLET_MARK = 'counter-tablet';

export function isTablet(): boolean {
  try {
    return localStorage.getItem(TABLET_MARK) !== null;
  } catch {
    return false;
  }
}
