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
/** What makes walking through phone numbers hopeless. */
export const PHONE_LOOKUP_PER_ADDRESS: RateLimit = { name: 'phone-lookup', limit: 20, windowSeconds: 600 };
export const PHONE_LOOKUP_PER_TENANT: RateLimit = {
  name: 'phone-lookup-tenant',
  limit: 600,
  windowSeconds: 600,
};
export const CUSTOMER_SIGNUP_PER_ADDRESS: RateLimit = {
  name: 'customer-signup',
  limit: 20,
  windowSeconds: 600,
};
export const SIGNUP_LINK_PER_ADDRESS: RateLimit = { name: 'signup-link', limit: 120, windowSeconds: 600 };
/** More than a shop ever takes on in an hour, and too few to send mail to strangers by. */
export const INVITATIONS_PER_MERCHANT: RateLimit = { name: 'invitations', limit: 60, windowSeconds: 3_600 };
/** Somebody waiting for their DNS asks every half minute; nobody makes our resolvers work for them. */
export const DOMAIN_CHECKS_PER_MERCHANT: RateLimit = { name: 'domain-check', limit: 20, windowSeconds: 600 };
/** Files read and written for one person: each is work for the server, and all of a shop's customers. */
export const FILES_PER_EMPLOYEE: RateLimit = { name: 'staff-files', limit: 120, windowSeconds: 600 };
/** The counter's own look-ups, per person. */
export const STAFF_LOOKUP_PER_EMPLOYEE: RateLimit = { name: 'staff-lookup', limit: 300, windowSeconds: 600 };

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
