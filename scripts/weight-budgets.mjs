// Budgets of the built front ends: kilobytes (1,000 bytes) of JavaScript as Brotli sends it. `npm run check`
// fails above these. They were the measured sizes plus a little when they were written; a change with a
// reason for more raises them here.

/** All JavaScript of a front end, the seldom downloaded parts included. */
export const FRONT_END_BUDGETS = {
  shell: 203,
  // 14 of them read .xlsx, when one was chosen, and 14 QR codes, where the browser cannot.
  'mfe-backoffice': 246,
  // Of this 10 kB come when a page is idle: the own code and the offer to keep the balance.
  'mfe-customer': 46,
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
  'customer: cashback code': { kB: 104, shell: SHELL, 'mfe-customer': CUSTOMER, inline: 'cashback' },
  'customer: redemption code': { kB: 104, shell: SHELL, 'mfe-customer': CUSTOMER, inline: 'redemption' },
  'customer: balance': {
    kB: 110,
    shell: SHELL,
    'mfe-customer': [...CUSTOMER, './routes/dashboard.tsx'],
    inline: 'dashboard',
  },
  'customer: phone entry': {
    kB: 102,
    shell: SHELL,
    'mfe-customer': [...CUSTOMER, './routes/phone-entry.tsx'],
  },
  'customer: signup': {
    kB: 106,
    shell: SHELL,
    'mfe-customer': [...CUSTOMER, './routes/signup.tsx'],
    inline: 'signup',
  },
  // Of a customer who goes through all of them, one after the other.
  'customer: all screens together': {
    kB: 111,
    shell: SHELL,
    'mfe-customer': [...CUSTOMER, './routes/dashboard.tsx', './routes/signup.tsx'],
  },
  'employees: login': { kB: 120, shell: [...ROUTED, './routes/login.tsx'] },
  'employees: signup': { kB: 143, shell: [...ROUTED, './routes/signup.tsx'] },
  'employees: dashboard': {
    // With the outbox, which must be here before the network goes.
    kB: 155,
    shell: EMPLOYEES,
    'mfe-analytics': [...ANALYTICS, './routes/dashboard.tsx'],
  },
  'employees: reports before their charts': {
    kB: 157,
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
