import { maskEmail, maskPhone } from 'domain/mask-contacts';

/** The names of the answer fields that hold a customer's phone or e-mail, and the mask of each. */
const MASKS: Record<string, (value: string) => string> = {
  phone: maskPhone,
  customerPhone: maskPhone,
  otherPhone: maskPhone,
  email: maskEmail,
  // The URL of the customer's own page contains the phone.
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

/** The same answer with all phones and e-mails masked, except the values that the caller typed. */
export function maskContacts<Answer>(answer: Answer, typed: ReadonlySet<string>): Answer {
  return copyWith(answer, (field, value) =>
    typed.has(value) ? value : (MASKS[field]?.(value) ?? value),
  ) as Answer;
}

/** A copy in which `change` replaces each text in one of the fields above. */
function copyWith(value: unknown, change: (field: string, value: string) => string, field = ''): unknown {
  if (typeof value === 'string') return Object.hasOwn(MASKS, field) ? change(field, value) : value;
  if (Array.isArray(value)) return value.map((item) => copyWith(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, copyWith(item, change, name)]),
  );
}
