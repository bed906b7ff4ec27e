import { z } from 'zod';
import { SEGMENTS, VALUES } from './segments.ts';

/** The customers to list: those of a segment, of one value or of all. */
const segmentFields = {
  segment: z.enum(SEGMENTS),
  value: z.enum(VALUES).optional(),
};

export const segmentInput = z.strictObject(segmentFields);

export const segmentCustomersInput = z.strictObject({
  ...segmentFields,
  /** The `next` of the page before. */
  after: z.string().max(200).optional(),
});
