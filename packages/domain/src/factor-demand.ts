/** Days in which employees of a role may set up the second step that their merchant demands. */
export const FACTOR_GRACE_DAYS = { most: 30, initial: 7 } as const;
