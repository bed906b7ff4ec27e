import { type ChangeEvent, useState } from 'react';

/**
 * The mask both phone and money fields use: the value is its digits, separators are decoration.
 * The caret is kept by counting the digits to its right, which no separator can disturb.
 */

/** How an edit arrived. A key press changes one place; whole text (paste, autofill) replaces the value. */
export type EditKind = 'key' | 'whole';

export interface MaskedEdit {
  kind: EditKind;
  /** A keyboard goes on composing this text. Who rewrites it meanwhile gets its digits twice. */
  isComposing: boolean;
  /** The field's text after the edit; for a deleted separator, with the digit beside it gone too. */
  text: string;
  digits: string;
}

/** Digits of `text`, all else dropped. */
function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** What keyboards that compose report besides the deletions. */
const COMPOSED: readonly string[] = [
  'insertCompositionText',
  'insertFromComposition',
  'deleteCompositionText',
];

/**
 * Reads a change event of an input whose text was `previousText`. Only of a masked text are the separators
 * decoration; `isMasked` is false for one that is shown as it was given.
 */
export function readMaskedEdit(
  event: ChangeEvent<HTMLInputElement>,
  previousText: string,
  isMasked = true,
): MaskedEdit {
  const input = event.target;
  const native = event.nativeEvent as Partial<InputEvent>;
  const inputType = native.inputType ?? '';
  const deleting = inputType.startsWith('delete');
  const isComposing = native.isComposing === true;
  const typedOne = inputType === 'insertText' && (native.data ?? '').length === 1;
  const kind: EditKind = deleting || typedOne || COMPOSED.includes(inputType) ? 'key' : 'whole';
  const text = input.value;
  const digits = digitsOf(text);
  const onlySeparatorGone =
    deleting &&
    isMasked &&
    !isComposing &&
    text.length < previousText.length &&
    digits === digitsOf(previousText) &&
    digits !== '';
  if (!onlySeparatorGone) return { kind, isComposing, text, digits };
  return { kind, isComposing, ...withoutDigitBesideCaret(input, inputType.endsWith('Forward')) };
}

/** Deleting a separator deletes the digit on its far side; otherwise backspace would be stuck there. */
function withoutDigitBesideCaret(
  input: HTMLInputElement,
  forward: boolean,
): { text: string; digits: string } {
  const caret = input.selectionStart ?? input.value.length;
  const before = input.value.slice(0, caret);
  const after = input.value.slice(caret);
  const text = forward ? before + after.replace(/\d/, '') : before.replace(/\d(\D*)$/, '$1') + after;
  if (!forward) {
    const shortened = before.replace(/\d(\D*)$/, '$1').length;
    input.value = text;
    input.setSelectionRange(shortened, shortened);
  }
  return { text, digits: digitsOf(text) };
}

/**
 * Writes `formatted` into the input at once and puts the caret where as many digits stand to its right as
 * before. React then finds the value it is about to render already there and leaves the caret alone.
 */
export function writeMasked(input: HTMLInputElement, formatted: string): void {
  const caret = input.selectionStart ?? input.value.length;
  const digitsToTheRight = digitsOf(input.value.slice(caret)).length;
  let position = formatted.length;
  for (let seen = 0; position > 0 && seen < digitsToTheRight; position -= 1) {
    if (/\d/.test(formatted[position - 1] ?? '')) seen += 1;
  }
  input.value = formatted;
  input.setSelectionRange(position, position);
}

/** Shows a composed text as the keyboard has it until the keyboard lets go of it. */
export function useComposedText() {
  const [text, setText] = useState<string>();
  return {
    /** undefined: nothing is being composed. */
    text,
    /** False for an edit that may be masked. */
    take(edit: MaskedEdit): boolean {
      setText(edit.isComposing ? edit.text : undefined);
      return edit.isComposing;
    },
    handlers: { onCompositionEnd: () => setText(undefined) },
  };
}
