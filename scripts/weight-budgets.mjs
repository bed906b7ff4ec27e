// Budgets of the built front ends: kilobytes (1,000 bytes) of JavaScript as Brotli sends it. `npm run check`
// fails above these. They were the measured sizes plus a little when they were written; a change with a
// reason for more raises them here. The same code weighs up to 0.2 kB more or less in another folder, because
// the ids of shared packages are made from their paths: a limit leaves at least that much room.

/** All JavaScript of a front end, the seldom downloaded parts included. */
export const FRONT_END_BUDGETS = {
  // Of this 6 kB are the texts of help, which come when it is opened, 3 the page of 'Não fui eu', 3 the
  // strength of a new password, when its field is entered, 4 the second step of a login and passkeys, 2 the
  // dialog of a fresh proof, and 3 the lock screen of a counter's tablet.
  shell: 225.3,
  // 14 of them read .xlsx, when one was chosen, and 14 QR codes, where the browser cannot; 7 are the second
  // step in the profile and the team, with passkeys, 19 the alerts' own screens, 2 PINs and the counter's
  // tablets, and 10 what waits for an approval: its screen and its dialog, each when it is opened. 1 is the
  // offer to go on with a purchase, the question about a phone in the value, and the limit of the question
  // about unusual purchases, 1 the least purchase that earns, with the dialog in place of its code, and 1
  // reads phones in every spelling and asks how a file's balances are written. 4.5 ask about phones that may
  // be mistyped, at the counter and in a file, and propose the merges of numbers with and without their 9.
  // 10 ask about a file's columns and open workbooks of any program; most come when a workbook is chosen.
  'mfe-backoffice': 323,
  // Of this 10 kB come when a page is idle: the own code and the offer to keep the balance. What proves a
  // customer is 5, the requests about data are 3, and 'Meus dados', which comes when it is opened, is 5. 1
  // reads phones in every spelling, as on the pages with a phone's field below.
  'mfe-customer': 64.7,
  'mfe-analytics': 197,
};

/**
 * Chunks that each page of the shell and the customers needs, by their names in the front end's chunks.json.
 */
const SHELL = ['./src/main.ts'];
const ROUTED = [...SHELL, './routed-app.tsx', 'react-router-dom'];
const CUSTOMER = ['mfe_customer', './app'];
const EMPLOYEES = [...ROUTED, './routes/staff-area.tsx'];
const ANALYTICS = ['mfe_analytics', './app'];

/**
 * First loads, with an empty cache. `inline` is the script inside the page, by its name in the customers'
 * first-paint.json. A customer's page may never weigh more than 110 kB.
 */
export const FIRST_LOAD_BUDGETS = {
  // 0.3 kB let a redemption wait for a proof of being the customer.
  'customer: cashback code': { kB: 105, shell: SHELL, 'mfe-customer': CUSTOMER, inline: 'cashback' },
  'customer: redemption code': { kB: 105, shell: SHELL, 'mfe-customer': CUSTOMER, inline: 'redemption' },
  'customer: balance': {
    kB: 110.5,
    shell: SHELL,
    'mfe-customer': [...CUSTOMER, './routes/dashboard.tsx'],
    inline: 'dashboard',
  },
  'customer: phone entry': {
    // 0.6 kB offer the ninth digit that a phone lacks, as wherever a phone is typed.
    kB: 103.4,
    shell: SHELL,
    'mfe-customer': [...CUSTOMER, './routes/phone-entry.tsx'],
  },
  'customer: signup': {
    // Of this 1 kB are the boxes of consent and the links to the regulation.
    kB: 108.6,
    shell: SHELL,
    'mfe-customer': [...CUSTOMER, './routes/signup.tsx'],
    inline: 'signup',
  },
  // Of a customer who goes through all of them, one after the other.
  'customer: all screens together': {
    // 3 kB are fields that two of its files hold, which were a file of their own before phones' reader.
    kB: 117.4,
    shell: SHELL,
    'mfe-customer': [...CUSTOMER, './routes/dashboard.tsx', './routes/signup.tsx'],
  },
  // Of this 0.3 kB ask whether the browser is a counter's tablet; 0.1 are for the notice of password links.
  'employees: login': { kB: 120.8, shell: [...ROUTED, './routes/login.tsx'] },
  'employees: signup': { kB: 145.2, shell: [...ROUTED, './routes/signup.tsx'] },
  'employees: dashboard': {
    // With the outbox, which must be here before the network goes, and the checksums of every later file.
    // 0.7 kB are the page of approvals in the menu and its count.
    kB: 158,
    shell: EMPLOYEES,
    'mfe-analytics': [...ANALYTICS, './routes/dashboard.tsx'],
  },
  'employees: reports before their charts': {
    // 0.1 kB lead to the second step that a merchant demands.
    kB: 160,
    shell: EMPLOYEES,
    'mfe-analytics': [...ANALYTICS, './routes/reports.tsx'],
  },
};

/**
 * Packages that no first load may bring: each with its code, and the chunk that asks for it when it is
 * needed.
 */
export const LATE = {
  recharts: {
    code: /[\\/]node_modules[\\/]recharts[\\/]/,
    frontEnds: ['mfe-analytics'],
    askedFor: './charts/charts.tsx',
  },
  'react-day-picker': {
    code: /[\\/]node_modules[\\/](react-day-picker|date-fns|@date-fns)[\\/]/,
    frontEnds: ['mfe-analytics', 'mfe-backoffice'],
    askedFor: './date-picker.tsx',
  },
};
