export interface DatedAmount {
  /** 'dd/MM/yyyy' */
  day: string;
  amountCents: number;
}

/** One line a day, in the given order: two credits of one day are shown as one amount. */
export function creditsByDay<Credit extends { amountCents: number }>(
  credits: readonly Credit[],
  dayOf: (credit: Credit) => string,
): DatedAmount[] {
  const centsByDay = new Map<string, number>();
  for (const credit of credits) {
    const day = dayOf(credit);
    centsByDay.set(day, (centsByDay.get(day) ?? 0) + credit.amountCents);
  }
  return [...centsByDay].map(([day, amountCents]) => ({ day, amountCents }));
}
