/** What a PIN that is easy to guess is refused with. */
export const EASY_PIN = 'Este PIN é fácil de adivinhar. Escolha outro.';

/** One digit repeated, digits in a row, or one part repeated: 0000, 1234, 4321, 1212, 123123. */
export function isPatternOfDigits(digits: string): boolean {
  const numbers = [...digits].map(Number);
  const steps = numbers.slice(1).map((digit, index) => (digit - (numbers[index] ?? 0) + 10) % 10);
  const isRun = steps.every((step) => step === steps[0] && [0, 1, 9].includes(step));
  return isRun || /^(\d{2,3})\1+$/.test(digits);
}
