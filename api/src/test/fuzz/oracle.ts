import { expect } from 'vitest';

/** Texts that no answer may hold: stacks, file names, words of the database, Prisma, zod or the parser. */
const INTERNALS =
  /\n\s+at \S|node_modules|\.[mc]?[jt]s:\d|prisma|\bzod\b|postgres|\bpg_|sqlstate|syntax error|violates|duplicate key|invalid byte|invalid input|relation "|column "|constraint|(?:Type|Reference|Syntax|Range)Error|Unexpected token|in JSON at|ECONN|cannot read propert|is not a function/i;
/** Sentences are Portuguese. */
const ENGLISH =
  /\b(?:invalid|expected|received|required|must be|unrecognized|not found|failed|too (?:big|small|long))\b/i;

interface Message {
  message?: unknown;
  data?: { httpStatus?: unknown; refusal?: unknown; fields?: unknown };
}

function errorsIn(text: string): Message[] {
  const stream = /event: serialized-error\ndata: (.*)/.exec(text)?.[1];
  if (stream !== undefined) return [JSON.parse(stream)];
  try {
    const body = JSON.parse(text) as unknown;
    return [body]
      .flat()
      .flatMap((each) =>
        (each as { error?: Message } | null)?.error ? [(each as { error: Message }).error] : [],
      );
  } catch {
    return [];
  }
}

/** An answer a stranger may see, whatever was sent: never a bug's, except that the house is full. */
export function expectDecent(answer: { status: number; text: string }, sent: string): void {
  const about = `${sent.slice(0, 2_000)}\n→ ${answer.status} ${answer.text.slice(0, 2_000)}`;
  const errors = errorsIn(answer.text);
  const statuses = [answer.status, ...errors.map((error) => Number(error.data?.httpStatus ?? 0))];
  const isFull = errors.length > 0 && errors.every((error) => error.data?.refusal === 'overloaded');
  if (!isFull) for (const status of statuses) expect(status, about).toBeLessThan(500);
  // The pages themselves are files, the same for every visitor.
  if (/^<!doctype html/i.test(answer.text)) return;
  expect(answer.text, about).not.toMatch(INTERNALS);
  for (const { message, data } of errors)
    expect(`${message} ${JSON.stringify(data?.fields)}`, about).not.toMatch(ENGLISH);
}
