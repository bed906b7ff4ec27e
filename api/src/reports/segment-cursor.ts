import { Refusal } from '../errors.ts';

/** A buyer's place in a segment's list: the day of the last purchase, then the id. */
export interface SegmentPosition {
  day: string;
  id: string;
}

const SHAPE = /^(?<day>[12]\d{3}-\d{2}-\d{2})\.(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Writes the start of the next page: opaque to its holder, and it reveals nothing that the page before did
 * not show.
 */
export function writeSegmentCursor({ day, id }: SegmentPosition): string {
  return Buffer.from(`${day}.${id}`).toString('base64url');
}

/** Throws Refusal 'bad_request' for anything but a cursor. */
export function readSegmentCursor(cursor: string): SegmentPosition {
  const match = SHAPE.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const { day = '', id = '' } = match?.groups ?? {};
  const moment = new Date(day);
  // The thirty-first of February has the shape of a day, too.
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day)
    throw new Refusal('bad_request');
  return { day, id };
}
