import { type ImportAnswers, MAX_DOUBT_EXAMPLES } from 'domain/customer-import';
import { doubtPhone, PHONE_DOUBTS, withNinthDigit } from 'domain/doubt-phone';

/** A phone of a file that may be mistyped. */
export interface DoubtedPhone {
  line: number;
  /** Its digits as the file has them. */
  phone: string;
  message: string;
  /** The number with the ninth digit, if that is what it lacks. */
  whole?: string | undefined;
}

/** How many phones of a file lack the ninth digit, how many are doubted otherwise, and the first of each. */
export interface DoubtedPhones {
  shortCount: number;
  otherCount: number;
  examples: DoubtedPhone[];
}

export function findDoubt(line: number, phone: string): DoubtedPhone | undefined {
  const doubt = doubtPhone(phone);
  return (
    doubt && {
      ...{ line, phone, message: PHONE_DOUBTS[doubt] },
      whole: doubt === 'short' ? withNinthDigit(phone) : undefined,
    }
  );
}

/** The phone to store; undefined until a person has said it. */
export function phoneAsAnswered({ phone, whole }: DoubtedPhone, answers: ImportAnswers): string | undefined {
  if (answers.addNinthDigit && whole !== undefined) return whole;
  return answers.takeDoubted ? phone : undefined;
}

export function summarizeDoubts(doubted: readonly DoubtedPhone[]): DoubtedPhones {
  const short = doubted.filter(({ whole }) => whole !== undefined);
  const other = doubted.filter(({ whole }) => whole === undefined);
  return {
    shortCount: short.length,
    otherCount: other.length,
    examples: [short, other].flatMap((phones) => phones.slice(0, MAX_DOUBT_EXAMPLES)),
  };
}
