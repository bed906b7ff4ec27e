/**
 * The newest migration that this code needs. A process on an older schema is never ready; a newer one is
 * fine, because migrations only add what the release before them does not need.
 */
export const NEEDED_MIGRATION = '20261129085454_either_spelling';
