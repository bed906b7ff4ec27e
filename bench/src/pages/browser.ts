export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** The same as the journeys': the browser speaks to nobody but the page's own host. */
export const QUIET_BROWSER = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];
