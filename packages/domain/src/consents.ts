/**
 * A customer's consent to a merchant's offers, by channel. Nothing here needs zod, which would come to a
 * customer's phone with it.
 */

export const CONSENT_CHANNELS = ['email', 'whatsapp'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

export const CONSENT_CHANNEL_LABELS: Record<ConsentChannel, string> = {
  email: 'Email',
  whatsapp: 'WhatsApp',
};

export type ConsentSource = 'signup' | 'my_data' | 'counter' | 'provider';

/** Where an answer was given, as the end of a sentence about it. */
export const CONSENT_SOURCE_LABELS: Record<ConsentSource, string> = {
  signup: 'no cadastro',
  my_data: 'em Meus dados',
  counter: 'na loja',
  provider: 'na ferramenta de envio',
};

type ConsentText = Record<ConsentChannel | 'note', string>;

const TEXT_1: ConsentText = {
  email: 'Quero receber ofertas e novidades desta loja por email',
  whatsapp: 'Quero receber ofertas e novidades desta loja pelo WhatsApp',
  note: 'Você escolhe: o cashback não depende disso. Para deixar de receber, avise a loja quando quiser.',
};

const TEXT_2: ConsentText = {
  ...TEXT_1,
  note: 'Você escolhe: o cashback não depende disso. Para deixar de receber, use Meus dados ou avise a loja quando quiser.',
};

/**
 * The sentences beside the boxes, by version. Stored answers name their version, so a sentence is never
 * edited or removed: another wording is another version.
 */
export const CONSENT_TEXTS: Readonly<Record<number, ConsentText>> = { 1: TEXT_1, 2: TEXT_2 };

/** The version that is shown now, and its sentences. */
export const CONSENT_TEXT_VERSION = 2;
export const CONSENT_TEXT = TEXT_2;

/** The customer's present consent; without an answer there is none. */
export type Consents = Record<ConsentChannel, boolean>;
