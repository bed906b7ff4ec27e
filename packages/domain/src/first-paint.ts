/**
 * The customer remote's build output for the server (dist/first-paint.json): the page before the
 * application's JavaScript has loaded. The server fills the slots and knows nothing else of the page.
 */

/** The element that holds it; the application's own, #root, is hidden as long as it is in the page. */
export const FIRST_PAINT_ID = 'first-paint';
/** The element that keeps the application's tags for the page's script to add. */
export const APPLICATION_ID = 'application';

/** The customer's screens. */
export type FirstPaintScreenName = 'cashback' | 'redemption' | 'dashboard' | 'signup';

/**
 * The values that differ from page to page. All but `brand` is text; `brand` is the attribute that sets the
 * merchant's color, or empty.
 */
export const FIRST_PAINT_SLOTS = [
  'brand',
  'initial',
  'logoUrl',
  'name',
  'phone',
  'programName',
  'rate',
] as const;
export type FirstPaintSlot = (typeof FIRST_PAINT_SLOTS)[number];

/** Markup as the build rendered it, or the place of a value. */
export type MarkupPiece = string | { slot: FirstPaintSlot };

export interface FirstPaintScreen {
  css: string;
  /** Sends the call that the page is opened for; runs before anything else of the page is here. */
  firstCall?: string | undefined;
  /** Runs in the page's head. */
  script: string;
  /**
   * The page works without the application: its script adds the application's tags when the result is on the
   * screen, and keeps that result when the application fails.
   */
  standsAlone: boolean;
  markup: {
    merchantWithLogo: readonly MarkupPiece[];
    merchant: readonly MarkupPiece[];
    noMerchant: readonly MarkupPiece[];
  };
}

export type FirstPaint = Record<FirstPaintScreenName, FirstPaintScreen>;
