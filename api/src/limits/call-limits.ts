import { EMAIL_LINK_TTL_SECONDS } from 'domain/lifetimes';
import type { RateLimit } from '../lib/rate-limit.ts';

/** All limits on calls by strangers, per procedure call. Windows are short, so no lockout is permanent. */

/**
 * Failed logins of one address across all accounts: 30 in ten minutes, 90 for a /24 or /56, 180 for a /48. A
 * successful login does not count, so a merchant's employees may all log in from one address.
 */
export const LOGIN_PER_ADDRESS: RateLimit = {
  name: 'login-address',
  limit: 30,
  windowSeconds: 600,
  isStrict: true,
  networkTimes: [3, 6],
};
/**
 * Failed logins with one e-mail from one network: strangers elsewhere use up none of the employee's
 * allowance.
 */
export const LOGIN_PER_ACCOUNT_AND_NETWORK: RateLimit = {
  name: 'login-account-network',
  limit: 10,
  windowSeconds: 600,
  isStrict: true,
  networkTimes: [2, 3],
};
/**
 * Failed logins with one e-mail from all networks in an hour. Binds only devices that never signed in as that
 * employee; a link to a new password makes any device a known one. Past the threshold only those /24 and /48
 * may try that failed fewer than three times in the hour, so ten networks do not keep the employee from a new
 * device: that takes (400 − 100) ÷ 3 = 100 networks. All together guess 9,600 times a day at most. A failure
 * past the threshold warns the employee.
 */
export const LOGINS_OF_ACCOUNT = sharedRules(
  'login-account',
  { threshold: 100, perAddress: 3, everybody: 400 },
  { windowSeconds: 3_600, networkTimes: [1, 1] },
);
/**
 * Failed logins of a device that signed in as that employee before; strangers' attempts do not count here.
 */
export const LOGIN_PER_DEVICE: RateLimit = {
  name: 'login-device',
  limit: 10,
  windowSeconds: 600,
  isStrict: true,
};
/**
 * Failed logins of all known devices of one employee together, because an attacker who once had the password
 * may have kept many such cookies. Strangers cannot use it up.
 */
export const LOGIN_PER_KNOWN_DEVICES: RateLimit = {
  name: 'login-known-devices',
  limit: 100,
  windowSeconds: 3_600,
  isStrict: true,
};
/**
 * Wrong codes of an authenticator app after a right password, from devices that never signed in as that
 * employee. Three of 1,000,000 codes are right at a time, so 20 tries a day let one of 16,000 through, and
 * the employee is told of the first five. Recovery codes, which cannot be guessed, do not count: with one
 * the employee gets in throughout.
 */
export const CODES_PER_ACCOUNT: RateLimit = {
  name: 'login-codes',
  limit: 20,
  windowSeconds: 86_400,
  isStrict: true,
};
/** The same of one device that signed in as that employee before: those of strangers do not count here. */
export const CODES_PER_DEVICE: RateLimit = {
  name: 'login-codes-device',
  limit: 10,
  windowSeconds: 3_600,
  isStrict: true,
};
/** The same of all known devices of one employee; a stolen mailbox makes any number of them known. */
export const CODES_PER_KNOWN_DEVICES: RateLimit = {
  name: 'login-codes-known-devices',
  limit: 30,
  windowSeconds: 86_400,
  isStrict: true,
};
/** Wrong codes of a signed-in employee who changes the second step. */
export const OWN_CODES_PER_EMPLOYEE: RateLimit = {
  name: 'own-codes',
  limit: 20,
  windowSeconds: 86_400,
  isStrict: true,
};
/**
 * Wrong PINs of employees from one address: ten lock a PIN, so this bounds the hashing only. Right ones do
 * not count, so a counter's tablets may share an address.
 */
export const EMPLOYEE_PINS_PER_ADDRESS: RateLimit = {
  name: 'employee-pins',
  limit: 60,
  windowSeconds: 600,
  isStrict: true,
  networkTimes: [3, 6],
};
/** The lock screens of one address: a counter's tablets share it, and people switch all day. */
export const TABLETS_PER_ADDRESS: RateLimit = { name: 'tablets', limit: 1_200, windowSeconds: 600 };
/** All login calls of an address: each costs a hash, and a successful one a session and an audit entry. */
export const LOGIN_CALLS_PER_ADDRESS: RateLimit = { name: 'login-calls', limit: 300, windowSeconds: 600 };
/** Successful logins: only the password's holder can use it up. */
export const LOGINS_PER_ACCOUNT: RateLimit = { name: 'logins', limit: 60, windowSeconds: 600 };
/** E-mails that warn an employee of attempts on their account: one a day. */
export const LOGIN_WARNINGS_PER_ACCOUNT: RateLimit = {
  name: 'login-warning',
  limit: 1,
  windowSeconds: 86_400,
  isStrict: true,
};
/**
 * Rows in the log of failed logins for calls refused without hashing; other rows cost their caller a hash
 * each.
 */
export const LIMITED_LOGIN_ROWS_PER_NETWORK: RateLimit = {
  name: 'login-limited-row',
  limit: 5,
  windowSeconds: 600,
};
export const MERCHANT_SIGNUP_PER_ADDRESS: RateLimit = {
  name: 'merchant-signup',
  limit: 10,
  windowSeconds: 3_600,
};
/**
 * Factors for limits on customers' calls: a network gets 20 times an address's limit, a /48 40 times.
 * Customers of many merchants share one carrier's /24 or /48, and repeating these calls gains an attacker
 * nothing.
 */
export const MANY_CUSTOMERS = [20, 40] as const;
/**
 * Confirmations of an address. Generous, because a whole merchant may be behind one address, and a link sent
 * to a group is opened by all at once; tokens cannot be guessed.
 */
export const CONFIRM_PER_ADDRESS: RateLimit = {
  name: 'confirm',
  limit: 600,
  windowSeconds: 60,
  networkTimes: MANY_CUSTOMERS,
};
/**
 * Look-ups by phone of an address, which make enumerating numbers hopeless: the 10⁸ mobile numbers of one
 * area code take an address 95 years (10⁸ ÷ 20 × 10 minutes), a /24 19 and an IPv6 /48 9.5. Signing up
 * reveals whether a phone is known, so it counts here too.
 */
export const PHONE_LOOKUP_PER_ADDRESS: RateLimit = {
  name: 'phone-lookup',
  limit: 20,
  windowSeconds: 600,
  isStrict: true,
};

/**
 * Rules for all addresses together: at one merchant, on the page that names none, or for one account.
 * Strangers could use up a count that refuses all callers, so a full `threshold` refuses none yet: past it
 * each address has a few, and the networks around it a multiple of that. Only `everybody` closes for all.
 */
export interface SharedRules {
  threshold: RateLimit;
  perAddress: RateLimit;
  everybody: RateLimit;
}

function sharedRules(
  name: string,
  limits: Record<keyof SharedRules, number>,
  { windowSeconds = 600, ...networks }: Partial<Pick<RateLimit, 'windowSeconds' | 'networkTimes'>> = {},
): SharedRules {
  const rule = (suffix: string, limit: number): RateLimit => ({
    name: `${name}-${suffix}`,
    limit,
    windowSeconds,
    isStrict: true,
  });
  return {
    threshold: rule('threshold', limits.threshold),
    perAddress: { ...rule('past-threshold', limits.perAddress), ...networks },
    everybody: rule('everybody', limits.everybody),
  };
}

/**
 * Enumeration: 2,000 addresses, each in a network of its own, are answered at most 600 + 2,000 × 2 = 4,600
 * times in ten minutes: an area code in 151 days. No number of addresses enumerates it within 115 days (10⁸ ÷
 * 6,000 × 10 minutes). Closing a merchant for all callers takes (6,000 − 600) ÷ 2 = 2,700 addresses, in at
 * least 540 /24 or 270 /48.
 */
export const PHONE_LOOKUPS_OF_MERCHANT = sharedRules('phone-lookup-merchant', {
  threshold: 600,
  perAddress: 2,
  everybody: 6_000,
});
/**
 * Look-ups on the page of all merchants. More people share it, so an address gets five. Closing it takes
 * (6,000 − 600) ÷ 5 = 1,080 addresses, in at least 216 /24 or 108 /48.
 */
export const PHONE_LOOKUPS_OF_PLATFORM = sharedRules('phone-lookup-platform', {
  threshold: 600,
  perAddress: 5,
  everybody: 6_000,
});
/**
 * Sign-ups have counts of their own: look-ups do not use them up. Closing it takes (3,000 − 300) ÷ 2 = 1,350
 * addresses, in at least 270 /24 or 135 /48. Enumerating an area code by sign-ups takes 231 days and leaves
 * every unknown number behind as a customer.
 */
export const SIGNUPS_OF_MERCHANT = sharedRules('signup-merchant', {
  threshold: 300,
  perAddress: 2,
  everybody: 3_000,
});
/** Codes asked for, and codes and PINs typed, by one address: customers of one merchant may share it. */
export const PROOFS_PER_ADDRESS: RateLimit = {
  name: 'proof',
  limit: 30,
  windowSeconds: 600,
  isStrict: true,
};
/**
 * The same at one merchant. Guesses are bounded for each customer already; this bounds the hashing and the
 * mails that strangers cause.
 */
export const PROOFS_OF_MERCHANT = sharedRules('proof-merchant', {
  threshold: 300,
  perAddress: 10,
  everybody: 3_000,
});
/**
 * Codes for one customer. Few from one network, so that it floods no mailbox and ends no code that is being
 * typed; with five tries each, ten a day let 50 of 1,000,000 be guessed.
 */
export const CODES_PER_CUSTOMER_AND_NETWORK: RateLimit = {
  name: 'customer-codes-network',
  limit: 4,
  windowSeconds: 3_600,
  isStrict: true,
  networkTimes: [1, 1],
};
export const CODES_PER_CUSTOMER: RateLimit = {
  name: 'customer-codes',
  limit: 10,
  windowSeconds: 86_400,
  isStrict: true,
};
/** Of all merchants: one may write a stranger's address on many customers. More are dropped silently. */
export const CODES_PER_EMAIL: RateLimit = {
  name: 'customer-codes-email',
  limit: 20,
  windowSeconds: 86_400,
  isStrict: true,
};
/** Calls of 'Meus dados' of one address, proved or not: customers of one merchant may share it. */
export const MY_DATA_PER_ADDRESS: RateLimit = {
  name: 'my-data',
  limit: 60,
  windowSeconds: 600,
  isStrict: true,
  networkTimes: MANY_CUSTOMERS,
};
/** All that is stored of one proved customer, read by that customer: it reads many tables. */
export const MY_DATA_PER_CUSTOMER: RateLimit = {
  name: 'my-data-customer',
  limit: 40,
  windowSeconds: 600,
  isStrict: true,
};
/** Requests about data of one address; a person has one or two in a year. */
export const DATA_REQUESTS_PER_ADDRESS: RateLimit = {
  name: 'data-request',
  limit: 5,
  windowSeconds: 3_600,
  isStrict: true,
  networkTimes: MANY_CUSTOMERS,
};
/** Requests that name one phone at one merchant, from one network: more would only say the same again. */
export const DATA_REQUESTS_PER_PHONE: RateLimit = {
  name: 'data-request-phone',
  limit: 3,
  windowSeconds: 86_400,
  isStrict: true,
  networkTimes: [1, 1],
};
/** Each is a row that the merchant reads and a mail to its owners. */
export const DATA_REQUESTS_OF_MERCHANT = sharedRules('data-request-merchant', {
  threshold: 20,
  perAddress: 1,
  everybody: 200,
});
export const SIGNUP_LINK_PER_ADDRESS: RateLimit = {
  name: 'signup-link',
  limit: 120,
  windowSeconds: 600,
  networkTimes: MANY_CUSTOMERS,
};
/** Regulations and privacy notices: each reads the database. A whole merchant may share an address. */
export const DOCUMENTS_PER_ADDRESS: RateLimit = {
  name: 'document',
  limit: 120,
  windowSeconds: 60,
  networkTimes: MANY_CUSTOMERS,
};
/** Calls of pages with tags, some two each; a whole merchant may be behind one address. */
export const TAGS_PER_ADDRESS: RateLimit = {
  name: 'tags',
  limit: 240,
  windowSeconds: 60,
  networkTimes: MANY_CUSTOMERS,
};
/**
 * Invitations of a merchant: more than one ever hires in an hour, and too few to spam strangers. Links to new
 * passwords count too: they go to the same employees.
 */
export const INVITATIONS_PER_MERCHANT: RateLimit = { name: 'invitations', limit: 60, windowSeconds: 3_600 };
/**
 * Checks of a domain: enough for an owner who waits for DNS and asks every half minute, too few to abuse our
 * resolvers.
 */
export const DOMAIN_CHECKS_PER_MERCHANT: RateLimit = { name: 'domain-check', limit: 20, windowSeconds: 600 };
/**
 * Files uploaded and downloaded by one employee: each costs the server work and may hold all of a merchant's
 * customers.
 */
export const FILES_PER_EMPLOYEE: RateLimit = { name: 'staff-files', limit: 120, windowSeconds: 600 };
/** Downloads of all that is stored of one customer, by one employee. */
export const CUSTOMER_DATA_PER_EMPLOYEE: RateLimit = { name: 'customer-data', limit: 30, windowSeconds: 600 };
/**
 * Look-ups by phone at the counter, per employee. Calls of API keys that act for the employee count too: a
 * key is no second way to enumerate numbers.
 */
export const LOOKUPS_PER_EMPLOYEE: RateLimit = { name: 'staff-lookup', limit: 300, windowSeconds: 600 };
/**
 * Purchases recorded by one employee at the screen, in all their sessions: well above what a person sells.
 * Calls of API keys have a limit of their own. It is each process's own, because the counter waits for this
 * call.
 */
export const PURCHASES_PER_EMPLOYEE: RateLimit = {
  name: 'purchases',
  limit: 600,
  windowSeconds: 60,
  isOwn: true,
};
/** Askings for an approval, so that one employee cannot bury the others'. */
export const ASKS_PER_EMPLOYEE: RateLimit = { name: 'approval-asks', limit: 60, windowSeconds: 600 };

/**
 * Calls of an API key: far above a busy point of sale with polling, and low enough that a faulty one harms no
 * others.
 */
export const API_CALLS_PER_KEY: RateLimit = { name: 'api-key', limit: 600, windowSeconds: 60 };
/**
 * Unknown keys of a network. Keys cannot be guessed; the limit saves queries for a program that goes on with
 * a revoked one.
 */
export const API_BAD_KEYS_PER_NETWORK: RateLimit = { name: 'api-bad-key', limit: 30, windowSeconds: 600 };
/** Policy reports of one network: a page that violates its policy causes a few at each visit. */
export const CSP_REPORTS_PER_NETWORK: RateLimit = { name: 'csp-reports', limit: 60, windowSeconds: 60 };
/** Requests for the OpenAPI document, which is the same for all. */
export const API_DOCUMENT_PER_ADDRESS: RateLimit = { name: 'api-document', limit: 60, windowSeconds: 60 };

/**
 * Requests for a reset link; each may send a mail. A network gets a few for each account, a device of the
 * employee its own.
 */
export const FORGOT_PASSWORD_PER_ADDRESS: RateLimit = {
  name: 'forgot-password-address',
  limit: 20,
  windowSeconds: 3_600,
  isStrict: true,
};
export const FORGOT_PASSWORD_PER_ACCOUNT_AND_NETWORK: RateLimit = {
  name: 'forgot-password-account-network',
  limit: 5,
  windowSeconds: 3_600,
  isStrict: true,
  networkTimes: [2, 3],
};
export const FORGOT_PASSWORD_PER_DEVICE: RateLimit = {
  name: 'forgot-password-device',
  limit: 5,
  windowSeconds: 3_600,
  isStrict: true,
};
/**
 * Reset mails to one employee, regardless of the caller. Beyond it nothing is sent, no call is refused, and
 * the last mail's link stays valid.
 */
export const RESET_MAILS_PER_ACCOUNT: RateLimit = {
  name: 'reset-mails',
  limit: 5,
  windowSeconds: 1_800,
  isStrict: true,
};
/** Invalid password links of an address; links cannot be guessed. A valid one is never refused. */
export const BAD_PASSWORD_LINKS_PER_ADDRESS: RateLimit = {
  name: 'bad-password-link',
  limit: 60,
  windowSeconds: 600,
};
/** Opening and proving links to an e-mail; the links cannot be guessed. */
export const EMAIL_LINK_OPENINGS_PER_ADDRESS: RateLimit = {
  name: 'email-link-openings',
  limit: 60,
  windowSeconds: 600,
};
/**
 * E-mails with links to a typed address: ten a day. The first that a /24 or /48 asks for in a day is sent at
 * once. Its further ones are sent only while fewer than three were sent in the hour and fewer than six in the
 * day, so four of the ten are left for networks that did not ask before, the owner's among them. Not strict:
 * some are counted in a transaction, which must not need a second connection.
 */
export const EMAIL_LINKS_PER_NETWORK: RateLimit = {
  name: 'email-links-network',
  limit: 1,
  windowSeconds: 86_400,
  networkTimes: [1, 1],
};
export const EMAIL_LINKS_AGAIN_PER_HOUR: RateLimit = {
  name: 'email-links-again-hour',
  limit: 3,
  windowSeconds: 3_600,
};
export const EMAIL_LINKS_AGAIN_PER_DAY: RateLimit = {
  name: 'email-links-again-day',
  limit: 6,
  windowSeconds: 86_400,
};
export const EMAIL_LINKS_PER_DAY: RateLimit = { name: 'email-links-day', limit: 10, windowSeconds: 86_400 };
/** The same sign-up's form sends one link while that is valid. */
export const LINKS_PER_SIGNUP: RateLimit = {
  name: 'signup-form',
  limit: 1,
  windowSeconds: EMAIL_LINK_TTL_SECONDS,
};
/** Checks of the current password: an intruder at a signed-in browser must not guess it. */
export const PASSWORD_CHECK_PER_EMPLOYEE: RateLimit = {
  name: 'password-check',
  limit: 10,
  windowSeconds: 600,
  isStrict: true,
};
