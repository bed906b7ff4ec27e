import { z } from 'zod';

/**
 * What an employee says about the merchant's first steps where no other row tells: the rules stay as they
 * are, the poster was opened, nobody else works there, and the list is not wanted any more.
 */
export const SETUP_MARKS = ['rules', 'poster', 'alone', 'dismissed'] as const;
export type SetupMark = (typeof SETUP_MARKS)[number];

export const markSetupInput = z.strictObject({ mark: z.enum(SETUP_MARKS, 'Dados inválidos') });
