export interface DatedAmount {
  /** 'dd/MM/yyyy' */
  day: string;
  amountCents: number;
}

/** One line a day, in the order they come: two credits of one day are one amount to who owns them. */
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
