/** How long the product's short-lived things live. One place, in seconds or milliseconds as the name says. */

/** A cashback QR code may be confirmed for 30 days. */
export const CASHBACK_TOKEN_TTL_SECONDS = 30 * 24 * 60 * 60;
/** A redemption QR code may be confirmed for 15 minutes. */
export const REDEMPTION_TOKEN_TTL_SECONDS = 15 * 60;
/** An approval has to be given and used within 15 minutes of its asking. */
export const APPROVAL_TTL_SECONDS = 15 * 60;
/** A link that was used goes on showing phone and balance for a day, then only that it was confirmed. */
export const RECEIPT_TTL_SECONDS = 24 * 60 * 60;
/** A staff session ends after 12 hours without use. */
export const SESSION_IDLE_TTL_SECONDS = 12 * 60 * 60;
/** A staff session ends 7 days after login, however much it is used. */
export const SESSION_ABSOLUTE_TTL_SECONDS = 7 * 24 * 60 * 60;
/** A session on a tablet of the counter ends after 5 minutes in which no one touched it. */
export const TABLET_IDLE_SECONDS = 5 * 60;
/** Changing access and downloading customers' data need a proof of identity that is no older than this. */
export const FRESH_PROOF_SECONDS = 10 * 60;
/** A new employee has this long to set a first password. */
export const INVITATION_TTL_SECONDS = 7 * 24 * 60 * 60;
/** The link that replaces a forgotten password. */
export const PASSWORD_RESET_TTL_SECONDS = 60 * 60;
/** The link that proves the e-mail of a sign-up or a changed address. */
export const EMAIL_LINK_TTL_SECONDS = 24 * 60 * 60;
/** 'Não fui eu' in a mail about a login, a password or an e-mail. */
export const SECURITY_NOTICE_TTL_SECONDS = 72 * 60 * 60;
/** A login whose second step is still missing. */
export const HALF_OPEN_LOGIN_TTL_SECONDS = 10 * 60;
/** A passkey's challenge: from the question to the finger on the sensor. */
export const PASSKEY_CHALLENGE_TTL_SECONDS = 5 * 60;
/** The platform turns a lost second step off a day after it was asked. */
export const FACTOR_RESET_WAIT_SECONDS = 24 * 60 * 60;
/** A six-digit code that proves a customer. */
export const CUSTOMER_CODE_TTL_SECONDS = 10 * 60;
/** A browser that confirmed a code at the counter is known for 180 days. */
export const CUSTOMER_DEVICE_TTL_SECONDS = 180 * 24 * 60 * 60;
/** A browser that proved its customer by a code or a PIN is known for a day. */
export const PROVED_DEVICE_TTL_SECONDS = 24 * 60 * 60;
/** Toasts: success 3 s, error 4 s. */
export const TOAST_SUCCESS_MS = 3_000;
export const TOAST_ERROR_MS = 4_000;
/** After the merchant signed up, the screen goes to /login. */
export const SIGNUP_REDIRECT_MS = 2_000;
/** /force-update answers after this delay. */
export const FORCE_UPDATE_DELAY_MS = 1_000;
