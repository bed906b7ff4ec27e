import type { Theme } from './brand-color.ts';

/**
 * The color of the band at the top of a merchant's pages, as brand.css derives it from theirs. A browser
 * paints its own bar around the page in it, and needs it before any style sheet is read.
 */

/** The product's, where a merchant has none; `--brand` of tokens.css. */
const PRODUCT_BRAND = { light: '#0b6b47', dark: '#3ecb8b' } as const;

/** In the dark a band is this share of the color, the rest this near-black. */
const DARK_SHARE = 0.42;
const DARK_GROUND = '#06100c';

interface Oklab {
  lightness: number;
  a: number;
  b: number;
}

/** '#rrggbb' for a '#rrggbb' or for no color of its own. */
export function bandColor(brandColor: string | null, theme: Theme): string {
  const brand = readable(toOklab(brandColor ?? PRODUCT_BRAND[theme]), theme);
  if (theme === 'light') return toHex(brand);
  const ground = toOklab(DARK_GROUND);
  const mix = (part: keyof Oklab) => DARK_SHARE * brand[part] + (1 - DARK_SHARE) * ground[part];
  return toHex({ lightness: mix('lightness'), a: mix('a'), b: mix('b') });
}

/** Neither too light for white paper nor too dark for black; see brand.css. */
function readable({ lightness, a, b }: Oklab, theme: Theme): Oklab {
  const chroma = Math.hypot(a, b);
  const [min, max] =
    theme === 'light'
      ? [0, clamp(0.32, 0.32 + (chroma - 0.02) * 60, 0.89)]
      : [clamp(0.58, 0.58 + (0.04 - chroma) * 100, 0.86), 0.89];
  return { lightness: clamp(min, lightness, max), a, b };
}

function clamp(min: number, value: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}

function toOklab(color: string): Oklab {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  };
}

function toHex({ lightness, a, b }: Oklab): string {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const shares = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  const channels = shares.map((share) => {
    const inGamut = clamp(0, share, 1);
    const encoded = inGamut <= 0.0031308 ? inGamut * 12.92 : 1.055 * inGamut ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
