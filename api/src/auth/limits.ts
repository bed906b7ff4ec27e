import type { RateLimit } from '../lib/rate-limit.ts';

/** Every limit on what strangers may call, per procedure call. Windows are short: nobody is ever locked out for good. */
/**
 * Guessing passwords is what an outage of Redis must not make cheaper. A shop still gets in: its people log in once
 * for days, and mistype a few times at most.
 */
export const LOGIN_PER_ADDRESS: RateLimit = {
  name: 'login-address',
  limit: 50,
  limitWithoutRedis: 20,
  windowSeconds: 600,
};
export const LOGIN_PER_ACCOUNT: RateLimit = {
  name: 'login-account',
  limit: 10,
  limitWithoutRedis: 5,
  windowSeconds: 600,
};
export const MERCHANT_SIGNUP_PER_ADDRESS: RateLimit = {
  name: 'merchant-signup',
  limit: 10,
  windowSeconds: 3_600,
};
/** A whole shop may stand behind one address, so confirming is generous; tokens cannot be guessed. */
export const CONFIRM_PER_ADDRESS: RateLimit = { name: 'confirm', limit: 240, windowSeconds: 60 };
/**
 * What makes walking through phone numbers hopeless: the 10⁸ mobile numbers of one area code take an address 95 years
 * (10⁸ ÷ 20 × 10 minutes), or a thousand addresses a month and more. Signing up tells that a phone is known, so it counts here too.
 */
export const PHONE_LOOKUP_PER_ADDRESS: RateLimit = { name: 'phone-lookup', limit: 20, windowSeconds: 600 };
/** Of one shop, by all addresses together: an area code takes three years, however many they are. */
export const PHONE_LOOKUP_PER_TENANT: RateLimit = {
  name: 'phone-lookup-tenant',
  limit: 600,
  windowSeconds: 600,
};
/**
 * Look-ups that name no shop share one count, and thirty strangers' addresses would fill one of 600. So 600 refuses
 * nobody yet: from there on an address has 5 and its wider network 100 until the window ends, which is plenty for whoever looks at
 * a balance, and walking takes an address 380 years. Only 6,000 are too many for everybody: whoever wants to lock the
 * others out needs a thousand addresses in more than fifty networks, and no number of them walks an area code within
 * 115 days.
 */
export const PHONE_LOOKUP_CROWDED: RateLimit = {
  name: 'phone-lookup-crowded',
  limit: 600,
  windowSeconds: 600,
};
export const PHONE_LOOKUP_PER_ADDRESS_WHEN_CROWDED: RateLimit = {
  name: 'phone-lookup-crowded-address',
  limit: 5,
  windowSeconds: 600,
};
export const PHONE_LOOKUP_PER_NETWORK_WHEN_CROWDED: RateLimit = {
  name: 'phone-lookup-crowded-network',
  limit: 100,
  windowSeconds: 600,
};
export const PHONE_LOOKUP_PER_PLATFORM: RateLimit = {
  name: 'phone-lookup-platform',
  limit: 6_000,
  windowSeconds: 600,
};
export const SIGNUP_LINK_PER_ADDRESS: RateLimit = { name: 'signup-link', limit: 120, windowSeconds: 600 };
/** What pages with tags ask on their behalf, some two calls each; a whole shop may stand behind one address. */
export const TAGS_PER_ADDRESS: RateLimit = { name: 'tags', limit: 240, windowSeconds: 60 };
/** More than a shop ever takes on in an hour, and too few to send mail to strangers by. */
export const INVITATIONS_PER_MERCHANT: RateLimit = { name: 'invitations', limit: 60, windowSeconds: 3_600 };
/** Somebody waiting for their DNS asks every half minute; nobody makes our resolvers work for them. */
export const DOMAIN_CHECKS_PER_MERCHANT: RateLimit = { name: 'domain-check', limit: 20, windowSeconds: 600 };
/** Files read and written for one person: each is work for the server, and all of a shop's customers. */
export const FILES_PER_EMPLOYEE: RateLimit = { name: 'staff-files', limit: 120, windowSeconds: 600 };
/** The counter's own look-ups, per person. */
export const STAFF_LOOKUP_PER_EMPLOYEE: RateLimit = { name: 'staff-lookup', limit: 300, windowSeconds: 600 };

/** A busy point of sale, polling and all, is far below it; one gone mad is no harm to the others. */
export const API_CALLS_PER_KEY: RateLimit = { name: 'api-key', limit: 600, windowSeconds: 60 };
/** A key cannot be guessed. What this saves is asking the database for a program that goes on with a revoked one. */
export const API_BAD_KEYS_PER_NETWORK: RateLimit = { name: 'api-bad-key', limit: 30, windowSeconds: 600 };
/** The API's description, which is the same for everybody. */
export const API_DOCUMENT_PER_ADDRESS: RateLimit = { name: 'api-document', limit: 60, windowSeconds: 60 };

/** Asking for a link costs a mail to somebody; each address and each account gets a few. */
export const FORGOT_PASSWORD_PER_ADDRESS: RateLimit = {
  name: 'forgot-password-address',
  limit: 20,
  limitWithoutRedis: 10,
  windowSeconds: 3_600,
};
export const FORGOT_PASSWORD_PER_ACCOUNT: RateLimit = {
  name: 'forgot-password-account',
  limit: 5,
  limitWithoutRedis: 3,
  windowSeconds: 3_600,
};
/** Opening a link and setting a password by it; the links themselves cannot be guessed. */
export const PASSWORD_LINK_PER_ADDRESS: RateLimit = { name: 'password-link', limit: 60, windowSeconds: 600 };
/** Whoever took over a browser must not find out the password by trying. */
export const PASSWORD_CHECK_PER_EMPLOYEE: RateLimit = {
  name: 'password-check',
  limit: 10,
  limitWithoutRedis: 5,
  windowSeconds: 600,
};
