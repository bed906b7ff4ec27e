import { maskEmail, maskPhone } from 'domain/mask-contacts';

/**
 * What the fields of an answer are called that hold a customer's phone or e-mail, and how they are masked.
 */
const MASKS: Record<string, (value: string) => string> = {
  phone: maskPhone,
  customerPhone: maskPhone,
  otherPhone: maskPhone,
  email: maskEmail,
  // The address of the customer's own page has the phone in it.
  dashboardLink: () => '',
};

const isMaskOfPhone = (field: string) => MASKS[field] === maskPhone;

/** Each customer's phone in the answer, once. */
export function phonesIn(answer: unknown): Set<string> {
  const phones = new Set<string>();
  copyWith(answer, (field, value) => {
    if (isMaskOfPhone(field) && value !== '') phones.add(value);
    return value;
  });
  return phones;
}

/** The same answer without anybody's phone or e-mail. What was typed is no secret from who typed it. */
export function maskContacts<Answer>(answer: Answer, typed: ReadonlySet<string>): Answer {
  return copyWith(answer, (field, value) =>
    typed.has(value) ? value : (MASKS[field]?.(value) ?? value),
  ) as Answer;
}

/** A copy in which each text under one of the names above is what `change` makes of it. */
function copyWith(value: unknown, change: (field: string, value: string) => string, field = ''): unknown {
  if (typeof value === 'string') return Object.hasOwn(MASKS, field) ? change(field, value) : value;
  if (Array.isArray(value)) return value.map((item) => copyWith(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, copyWith(item, change, name)]),
  );
}
