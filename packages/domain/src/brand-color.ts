/**
 * A merchant's own color on their customers' pages. Any color may be one: the pages fill buttons with it,
 * write on it in white or black, and use a darker or lighter shade of it for text and icons with too little
 * contrast (see brand.css of the ui package). These functions say which of them a color needs.
 */

/** Lower case, as the database stores it. */
export const BRAND_COLOR = /^#[0-9a-f]{6}$/;

/** The product's own, for merchants without a color. */
export const PRODUCT_BRAND = '#0b6b47';

/** The pages' backgrounds, as tokens.css has them. */
export const SURFACES = { light: '#ffffff', dark: '#131b18' } as const;
export type Theme = keyof typeof SURFACES;

/** WCAG 2.2: text, 1.4.3; icons and the edges of controls, 1.4.11. */
export const MIN_TEXT_CONTRAST = 4.5;
export const MIN_GRAPHIC_CONTRAST = 3;

/** WCAG's relative luminance of '#rrggbb': 0 is black, 1 is white. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 (the same) to 21 (black on white). Both as '#rrggbb'; throws for anything else. */
export function contrastOf(color: string, other: string): number {
  for (const each of [color, other])
    if (!/^#[0-9a-f]{6}$/i.test(each)) throw new RangeError(`not a color: ${each}`);
  const [darker = 0, lighter = 0] = [luminanceOf(color), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The text color on the brand color. One of the two always reaches MIN_TEXT_CONTRAST. */
export function textOn(color: string): '#ffffff' | '#000000' {
  return contrastOf(color, '#ffffff') >= contrastOf(color, '#000000') ? '#ffffff' : '#000000';
}

/** The theme in which the color itself has too little contrast, so that a shade of it is used. Never both. */
export function themeToAdjust(color: string): Theme | undefined {
  const themes = Object.keys(SURFACES) as Theme[];
  return themes.find((theme) => contrastOf(color, SURFACES[theme]) < MIN_GRAPHIC_CONTRAST);
}
