import { z } from 'zod';
import { periodInput } from './period-inputs.ts';

/** The content of a period's export: its days as reports show them, or every purchase and redemption. */
export const REPORT_CONTENTS = { days: 'Dia a dia', operations: 'Todas as operações' } as const;
export type ReportContent = keyof typeof REPORT_CONTENTS;

/** As an address's parameters say it: from, to and content. */
export const reportFileQuery = z
  .looseObject({})
  .transform(({ content, ...period }) => ({ content, period }))
  .pipe(
    z.strictObject({
      content: z.enum(Object.keys(REPORT_CONTENTS) as [ReportContent, ...ReportContent[]]),
      period: periodInput,
    }),
  );
