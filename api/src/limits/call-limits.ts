import type { RateLimit } from '../lib/rate-limit.ts';

/**
 * Every limit on what strangers may call, per procedure call. Windows are short: nobody is ever locked out
 * for good.
 */

/**
 * Guessing passwords: of what fails, one address has 30 tries in ten minutes, a /24 or /56 90 and a /48 180,
 * whatever the accounts. A login that succeeds does not count here, so a merchant's employees may all log in
 * from behind one address.
 */
export const LOGIN_PER_ADDRESS: RateLimit = {
  name: 'login-address',
  limit: 30,
  windowSeconds: 600,
  isStrict: true,
  networkTimes: [3, 6],
};
/** Failures with one e-mail from one network: a stranger elsewhere uses up none of the right employee's. */
export const LOGIN_PER_ACCOUNT_AND_NETWORK: RateLimit = {
  name: 'login-account-network',
  limit: 10,
  windowSeconds: 600,
  isStrict: true,
  networkTimes: [2, 3],
};
/**
 * Failures with one e-mail from everywhere, 2,400 guesses a day: binds only devices that never signed in as
 * that employee. The employee's own devices go on, and a link to a new password makes any device one of them.
 */
export const LOGIN_PER_ACCOUNT: RateLimit = {
  name: 'login-account',
  limit: 100,
  windowSeconds: 3_600,
  isStrict: true,
};
/** Failures of a device that signed in as that employee before; nothing that strangers do counts here. */
export const LOGIN_PER_DEVICE: RateLimit = {
  name: 'login-device',
  limit: 10,
  windowSeconds: 600,
  isStrict: true,
};
/**
 * Failures of all devices that signed in as that employee together: whoever once had the password may have
 * kept many such devices' cookies. No stranger can fill it.
 */
export const LOGIN_PER_KNOWN_DEVICES: RateLimit = {
  name: 'login-known-devices',
  limit: 100,
  windowSeconds: 3_600,
  isStrict: true,
};
/** Calls, right or wrong: each costs a hash, and a right one a session and a line of the audit log. */
export const LOGIN_CALLS_PER_ADDRESS: RateLimit = { name: 'login-calls', limit: 300, windowSeconds: 600 };
/** Logins that succeed: only who has the password can use it up. */
export const LOGINS_PER_ACCOUNT: RateLimit = { name: 'logins', limit: 60, windowSeconds: 600 };
/** The employee is told by e-mail that their account is being tried, once a day. */
export const LOGIN_WARNINGS_PER_ACCOUNT: RateLimit = {
  name: 'login-warning',
  limit: 1,
  windowSeconds: 86_400,
  isStrict: true,
};
/**
 * Rows of the log of failed logins about calls that were refused unseen; the others cost their caller a hash
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
 * What customers of many merchants do from one carrier's network, where thousands share a /24 or a /48, and
 * what nobody gains by repeating: a network has 20 times what an address has, a /48 40 times.
 */
export const MANY_CUSTOMERS = [20, 40] as const;
/**
 * A whole merchant may stand behind one address, and a link that was sent to a group is opened by all of it
 * at once, so confirming is generous; tokens cannot be guessed.
 */
export const CONFIRM_PER_ADDRESS: RateLimit = {
  name: 'confirm',
  limit: 600,
  windowSeconds: 60,
  networkTimes: MANY_CUSTOMERS,
};
/**
 * What makes walking through phone numbers hopeless: the 10⁸ mobile numbers of one area code take an address
 * 95 years (10⁸ ÷ 20 × 10 minutes), a /24 19 and an IPv6 /48 9.5. Signing up tells that a phone is known, so
 * it counts here too.
 */
export const PHONE_LOOKUP_PER_ADDRESS: RateLimit = {
  name: 'phone-lookup',
  limit: 20,
  windowSeconds: 600,
  isStrict: true,
};

/**
 * All addresses together, at one merchant or on the page that names none. A count that refuses everybody
 * could be used up by strangers, so a full `threshold` refuses none yet: past it each address has a few and
 * the networks around it five and ten times as many, which is plenty for whoever looks at a balance. Only
 * `everybody` closes for all.
 */
export interface SharedRules {
  threshold: RateLimit;
  perAddress: RateLimit;
  everybody: RateLimit;
}

function sharedRules(name: string, limits: Record<keyof SharedRules, number>): SharedRules {
  const rule = (suffix: string, limit: number): RateLimit => ({
    name: `${name}-${suffix}`,
    limit,
    windowSeconds: 600,
    isStrict: true,
  });
  return {
    threshold: rule('threshold', limits.threshold),
    perAddress: rule('past-threshold', limits.perAddress),
    everybody: rule('everybody', limits.everybody),
  };
}

/**
 * Walking: 2,000 addresses, each in a network of its own, are answered at most 600 + 2,000 × 2 = 4,600 times
 * in ten minutes: an area code in 151 days. No number of addresses walks it within 115 days (10⁸ ÷ 6,000 × 10
 * minutes). Closing a merchant for everybody takes (6,000 − 600) ÷ 2 = 2,700 addresses, in at least 540 /24
 * or 270 /48.
 */
export const PHONE_LOOKUPS_OF_MERCHANT = sharedRules('phone-lookup-merchant', {
  threshold: 600,
  perAddress: 2,
  everybody: 6_000,
});
/**
 * The page of all merchants, which more people share: five an address. Closing it takes (6,000 − 600) ÷ 5 =
 * 1,080 addresses, in at least 216 /24 or 108 /48.
 */
export const PHONE_LOOKUPS_OF_PLATFORM = sharedRules('phone-lookup-platform', {
  threshold: 600,
  perAddress: 5,
  everybody: 6_000,
});
/**
 * Signing up has counts of its own: no look-up uses them up. Closing it takes (3,000 − 300) ÷ 2 = 1,350
 * addresses, in at least 270 /24 or 135 /48, and walking an area code by it 231 days, every number that was
 * nobody's left behind as a customer.
 */
export const SIGNUPS_OF_MERCHANT = sharedRules('signup-merchant', {
  threshold: 300,
  perAddress: 2,
  everybody: 3_000,
});
export const SIGNUP_LINK_PER_ADDRESS: RateLimit = {
  name: 'signup-link',
  limit: 120,
  windowSeconds: 600,
  networkTimes: MANY_CUSTOMERS,
};
/**
 * What pages with tags ask on their behalf, some two calls each; a whole merchant may stand behind one
 * address.
 */
export const TAGS_PER_ADDRESS: RateLimit = {
  name: 'tags',
  limit: 240,
  windowSeconds: 60,
  networkTimes: MANY_CUSTOMERS,
};
/**
 * More than a merchant ever takes on in an hour, and too few to send mail to strangers by. Links to new
 * passwords count too: they go to the same employees.
 */
export const INVITATIONS_PER_MERCHANT: RateLimit = { name: 'invitations', limit: 60, windowSeconds: 3_600 };
/** Somebody waiting for their DNS asks every half minute; nobody makes our resolvers work for them. */
export const DOMAIN_CHECKS_PER_MERCHANT: RateLimit = { name: 'domain-check', limit: 20, windowSeconds: 600 };
/**
 * Files read and written for one employee: each is work for the server, and all of a merchant's customers.
 */
export const FILES_PER_EMPLOYEE: RateLimit = { name: 'staff-files', limit: 120, windowSeconds: 600 };
/**
 * The counter's own look-ups, per employee, those of API keys that act for them included: a key is no second
 * way to walk numbers.
 */
export const LOOKUPS_PER_EMPLOYEE: RateLimit = { name: 'staff-lookup', limit: 300, windowSeconds: 600 };

/** A busy point of sale, polling and all, is far below it; one gone mad is no harm to the others. */
export const API_CALLS_PER_KEY: RateLimit = { name: 'api-key', limit: 600, windowSeconds: 60 };
/**
 * A key cannot be guessed. What this saves is asking the database for a program that goes on with a revoked
 * one.
 */
export const API_BAD_KEYS_PER_NETWORK: RateLimit = { name: 'api-bad-key', limit: 30, windowSeconds: 600 };
/** What browsers report of one network: a page that breaks its policy does so a few times at each visit. */
export const CSP_REPORTS_PER_NETWORK: RateLimit = { name: 'csp-reports', limit: 60, windowSeconds: 60 };
/** The API's description, which is the same for everybody. */
export const API_DOCUMENT_PER_ADDRESS: RateLimit = { name: 'api-document', limit: 60, windowSeconds: 60 };

/**
 * Asking for a link costs a mail to somebody; a network gets a few for each account, a device of the employee
 * its own.
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
 * What one employee is sent, whoever asks: beyond it nothing is sent, nobody is refused, and the link of the
 * last mail is still good.
 */
export const RESET_MAILS_PER_ACCOUNT: RateLimit = {
  name: 'reset-mails',
  limit: 5,
  windowSeconds: 1_800,
  isStrict: true,
};
/** Links that are none; they cannot be guessed. One that is good is never refused. */
export const BAD_PASSWORD_LINKS_PER_ADDRESS: RateLimit = {
  name: 'bad-password-link',
  limit: 60,
  windowSeconds: 600,
};
/** Opening a link that proves an e-mail, and proving it; the links themselves cannot be guessed. */
export const EMAIL_LINK_OPENINGS_PER_ADDRESS: RateLimit = {
  name: 'email-link-openings',
  limit: 60,
  windowSeconds: 600,
};
/**
 * An e-mail with a link to whoever's address was typed. Few from one network, so that nobody's mailbox is
 * filled; more in all, so that one network cannot keep the address's owner from a link of their own.
 */
export const EMAIL_LINKS_PER_ADDRESS_AND_NETWORK: RateLimit = {
  name: 'email-links-network',
  limit: 5,
  windowSeconds: 3_600,
  networkTimes: [2, 3],
};
export const EMAIL_LINKS_PER_ADDRESS: RateLimit = { name: 'email-links', limit: 30, windowSeconds: 3_600 };
/** Whoever took over a browser must not find out the password by trying. */
export const PASSWORD_CHECK_PER_EMPLOYEE: RateLimit = {
  name: 'password-check',
  limit: 10,
  windowSeconds: 600,
  isStrict: true,
};
