import type { FirstPaintSlot, MarkupPiece } from 'domain/first-paint';

/**
 * The values that the views get in place of a merchant's, and where the server puts these later. Characters
 * of the private use area, which no text of ours holds. A name's initial is its first character: that alone
 * is the slot of the initial.
 */
const INITIAL = '\ue000';
const NAME = `${INITIAL}\ue001`;
const LOGO_URL = '\ue002';
const PROGRAM_NAME = '\ue003';
const RATE = '\ue004';
const PHONE = '\ue005';
/** Views take a color only if it is one. */
const BRAND_COLOR = '#e0e0e1';

export const SLOT_VALUES = {
  name: NAME,
  logoUrl: LOGO_URL,
  programName: PROGRAM_NAME,
  rate: RATE,
  phone: PHONE,
  brandColor: BRAND_COLOR,
};

const SLOTS: [text: string, slot: FirstPaintSlot][] = [
  [` style="--brand:${BRAND_COLOR}"`, 'brand'],
  [NAME, 'name'],
  [INITIAL, 'initial'],
  [LOGO_URL, 'logoUrl'],
  [PROGRAM_NAME, 'programName'],
  [RATE, 'rate'],
  [PHONE, 'phone'],
];
const ANY_SLOT = new RegExp(`(${SLOTS.map(([text]) => text).join('|')})`);

/** Markup cut at its slots. Throws when a value came out otherwise than it went in. */
export function toPieces(markup: string): MarkupPiece[] {
  const pieces = markup
    .split(ANY_SLOT)
    .filter((text) => text !== '')
    .map((text): MarkupPiece => {
      const slot = SLOTS.find(([value]) => value === text)?.[1];
      return slot ? { slot } : text;
    });
  const rest = pieces.filter((piece) => typeof piece === 'string').join('');
  if (/[\ue000-\ue005]/.test(rest) || rest.includes(BRAND_COLOR)) throw new Error(`a slot was lost: ${rest}`);
  return pieces;
}
