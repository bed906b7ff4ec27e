export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Options of a browser that calls only the page's own host, the same as the journeys'. */
export const QUIET_BROWSER = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];
