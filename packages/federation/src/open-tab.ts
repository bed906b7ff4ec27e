/**
 * Opens a tab at once and leads it to an address that is still asked for: a tab opened after the answer would
 * be blocked as a pop-up. Where none may be opened, this one goes there. Without an address it closes again.
 */
export async function openTab(address: Promise<string>): Promise<void> {
  const tab = window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const href = await address;
    (tab ?? window).location.assign(href);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
