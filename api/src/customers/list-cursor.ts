import type { CustomerSort } from 'domain/customer-list-inputs';
import { Refusal } from '../errors.ts';

/** A customer's position in an order. */
export interface ListPosition {
  /** Centavos, or microseconds since 1970, as digits; '-infinity' if the customer has never bought. */
  key: string;
  id: string;
}

const SHAPE =
  /^(?<sort>[a-z_]+)\.(?<key>-infinity|\d{1,16})\.(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Writes the start of the next page: opaque to callers, and it reveals nothing that the page before did not
 * show.
 */
export function writeCursor(sort: CustomerSort, { key, id }: ListPosition): string {
  return Buffer.from(`${sort}.${key}.${id}`).toString('base64url');
}

/** Throws Refusal 'bad_request' for anything but a cursor of this order. */
export function readCursor(sort: CustomerSort, cursor: string): ListPosition {
  const match = SHAPE.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match?.groups?.sort !== sort) throw new Refusal('bad_request');
  const { key = '', id = '' } = match.groups;
  if (key === '-infinity' && sort !== 'last_purchase_at') throw new Refusal('bad_request');
  return { key, id };
}
