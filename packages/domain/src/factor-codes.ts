/** Codes of a login's second step: six digits of an authenticator app, or 24 characters for recovery. */

/** The size of a set; each code works once. */
export const RECOVERY_CODES = 10;

const APP_CODE = /^\d{6}$/;
const RECOVERY_CODE = /^[a-z2-7]{24}$/;

/** A code as it is compared: without the spaces and hyphens that make it readable, in lower case. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase();

/** @param code as `plainCode` returns it */
export const isAppCode = (code: string): boolean => APP_CODE.test(code);

/** @param code as `plainCode` returns it */
export const isRecoveryCode = (code: string): boolean => RECOVERY_CODE.test(code);

/** 'abcd-efgh-2345-wxyz-mnop-qrst', as a person copies it. */
export const readableRecoveryCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');
