/**
 * Every event for the merchant's tags: its name in the tag manager's data layer, the Meta pixel's standard
 * event for the same moment, and its source.
 *
 * 'page' and 'customer' events come from the browser, at the moment itself. Those of a purchase or a
 * redemption are recorded by the server: the customer's page takes each of them once, however often and
 * wherever it is opened.
 */
export const TAG_EVENTS = {
  /** A customer's page is on the screen. */
  PageView: { pixel: 'ViewContent', source: 'page', isInReais: false },
  /** The counter made a code for a purchase. */
  CashbackGenerated: { pixel: 'AddToCart', source: 'cashback', isInReais: false },
  /** The customer confirmed it: the cashback is theirs. */
  CashbackScanned: { pixel: null, source: 'cashback', isInReais: false },
  /** The purchase itself. */
  Purchase: { pixel: 'Purchase', source: 'cashback', isInReais: true },
  /** The counter made a code for a redemption. */
  RedemptionGenerated: { pixel: 'InitiateCheckout', source: 'redemption', isInReais: true },
  /** The customer confirmed it: the balance was used. */
  RedemptionCompleted: { pixel: null, source: 'redemption', isInReais: true },
  /** A known customer looks at their balance, also after 'welcome back' on the signup page. */
  CustomerLogin: { pixel: null, source: 'customer', isInReais: false },
  /** A customer joined by the merchant's signup link. */
  CustomerSignup: { pixel: 'CompleteRegistration', source: 'customer', isInReais: false },
} as const satisfies Record<string, TagEvent>;

interface TagEvent {
  pixel: 'ViewContent' | 'AddToCart' | 'InitiateCheckout' | 'Purchase' | 'CompleteRegistration' | null;
  source: 'page' | 'customer' | 'cashback' | 'redemption';
  /** True when the event carries `currency: 'BRL'`. */
  isInReais: boolean;
}

export type TagEventName = keyof typeof TAG_EVENTS;

type NameFrom<Source> = {
  [Name in TagEventName]: (typeof TAG_EVENTS)[Name]['source'] extends Source ? Name : never;
}[TagEventName];

/** The events that the server hands out. */
export type MovementEventName = NameFrom<'cashback' | 'redemption'>;
