import pg from 'pg';

const { TIMESTAMPTZ } = pg.types.builtins;

/**
 * A moment that a statement may be given. A Date has milliseconds only; `text` is PostgreSQL's own, with the
 * microseconds, so that what is sent back equals what is stored.
 */
export class Moment extends Date {
  constructor(readonly text: string) {
    super(text);
  }

  /** A moment of the program's own, in whole milliseconds. */
  static at(time: Date | number): Moment {
    return new Moment(new Date(time).toISOString());
  }
}

const parseInfinity = pg.types.getTypeParser(TIMESTAMPTZ);
pg.types.setTypeParser(TIMESTAMPTZ, (text) =>
  text.endsWith('infinity') ? parseInfinity(text) : new Moment(text),
);

/** What a statement may be given: anything but a plain Date. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Uint8Array
  | Moment
  | readonly SqlValue[];

/** The values as node-postgres sends them. */
export const toParameters = (values: readonly SqlValue[]): unknown[] =>
  values.map((value) =>
    value instanceof Moment ? value.text : Array.isArray(value) ? toParameters(value) : value,
  );
