/** Prisma gives and takes a column of the type `date` as a Date at midnight UTC. */

/** 'YYYY-MM-DD' */
export function formatDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** @param date 'YYYY-MM-DD' */
export function parseDate(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
