/**
 * What the customer remote's build leaves for the server beside the application (dist/first-paint.json): the
 * page as it stands before the application's JavaScript is here. The server fills the slots and knows nothing
 * of what it shows.
 */

/** The element that holds it; the application's own, #root, is hidden as long as it is in the page. */
export const FIRST_PAINT_ID = 'first-paint';
/** The element that keeps the application's tags for the page's script to add. */
export const APPLICATION_ID = 'application';

/** The customer's screens. */
export type FirstPaintScreenName = 'cashback' | 'redemption' | 'dashboard' | 'signup';

/**
 * What differs from page to page. All but `brand` is text; `brand` is the attribute that sets the merchant's
 * color, or nothing.
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
  /** Runs in the page's head. */
  script: string;
  /**
   * The page needs no application to do its work: its script adds the application's tags when the result is
   * on the screen, and what it shows is never given up for a failure of the application.
   */
  standsAlone: boolean;
  markup: {
    merchantWithLogo: readonly MarkupPiece[];
    merchant: readonly MarkupPiece[];
    noMerchant: readonly MarkupPiece[];
  };
}

export type FirstPaint = Record<FirstPaintScreenName, FirstPaintScreen>;
