import { z } from 'zod';
import { email, hasUnseenCharacter, requestId, text, UNSEEN, uuid } from './fields.ts';

/** E-mail marketing providers and a merchant's account at each. Server and forms share it. */

export const PROVIDERS = ['mailchimp', 'rd_station'] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES: Record<Provider, string> = { mailchimp: 'Mailchimp', rd_station: 'RD Station' };

/** The tags every contact gets there. */
export const DEFAULT_TAGS: Record<Provider, readonly string[]> = {
  mailchimp: ['Cashback', 'Cliente'],
  rd_station: ['cashback', 'cliente'],
};

export const SYNC_ACTIONS = ['signup', 'purchase', 'redemption', 'consent', 'bulk_sync', 'erase'] as const;
export type SyncAction = (typeof SYNC_ACTIONS)[number];

export const DEFAULT_SERVER_PREFIX = 'us1';
export const DEFAULT_SYNC = { syncOnSignup: true, syncOnPurchase: true, syncOnRedemption: false };

/** Letters and digits only, so that no input becomes part of an address or of a page. */
const shaped = (required: string, shape: RegExp, misshapen: string) =>
  z.string({ error: required }).trim().min(1, required).regex(shape, misshapen);

const MAILCHIMP_KEY = /^[A-Za-z0-9]{16,128}(?:-([a-z]{2}\d{1,2}))?$/;

export const mailchimpKey = shaped(
  'Informe a chave de API',
  MAILCHIMP_KEY,
  'Esta não parece uma chave do Mailchimp: são letras e números, com o servidor no fim (-us1)',
);

/** The formats that the platform issues: a JWT or a hexadecimal token. */
export const rdStationToken = shaped(
  'Informe o token de acesso',
  /^[A-Za-z0-9._=-]{16,2048}$/,
  'Este não parece um token do RD Station: cole-o inteiro, sem espaços',
);

export const audienceId = shaped(
  'Informe o ID da audiência',
  /^[A-Za-z0-9]{4,40}$/,
  'Use o ID da audiência: só letras e números',
);

/** It becomes part of a host's name, so the pattern allows nothing else. */
export const serverPrefix = shaped(
  'Informe o prefixo do servidor',
  /^[a-z]{2}\d{1,2}$/,
  'Use duas letras minúsculas e um ou dois números, como us1',
);

/** The server at the end of a Mailchimp key ('…-us21'); undefined if it has none. */
export function serverOfKey(key: string): string | undefined {
  return MAILCHIMP_KEY.exec(key.trim())?.[1];
}

/**
 * The last four characters of a key's secret part, by which its owner recognizes it. The server at the end of
 * a Mailchimp key is the same in all keys of the account.
 */
export function lastFourOf(key: string): string {
  const server = serverOfKey(key);
  return (server ? key.slice(0, -server.length - 1) : key).slice(-4);
}

export const keyOfAnotherServer = (server: string) =>
  `A chave é do servidor ${server}: use este prefixo ou outra chave`;

const flag = z.boolean('Dados inválidos');
const sync = {
  syncOnSignup: flag,
  syncOnPurchase: flag,
  syncOnRedemption: flag,
  /** Also send customers without consent to e-mail, as contacts without marketing. Omitted to keep it. */
  sendsWithoutConsent: flag.optional(),
};

function refuseForeignServer(
  { apiKey, serverPrefix: prefix }: { apiKey?: string | undefined; serverPrefix: string },
  context: z.RefinementCtx,
): void {
  const server = apiKey && serverOfKey(apiKey);
  if (server && server !== prefix)
    context.addIssue({ code: 'custom', path: ['serverPrefix'], message: keyOfAnotherServer(server) });
}

export const saveMailchimpInput = z
  .strictObject({
    provider: z.literal('mailchimp'),
    /** Omitted to keep the stored one. */
    apiKey: mailchimpKey.optional(),
    audienceId,
    serverPrefix,
    ...sync,
  })
  .superRefine(refuseForeignServer);

export const saveRdStationInput = z.strictObject({
  provider: z.literal('rd_station'),
  apiKey: rdStationToken.optional(),
  ...sync,
});

export const saveIntegrationInput = z.discriminatedUnion(
  'provider',
  [saveMailchimpInput, saveRdStationInput],
  {
    error: 'Provider não suportado',
  },
);

export type SaveIntegration = z.output<typeof saveIntegrationInput>;

const provider = z.enum(PROVIDERS, { error: 'Provider não suportado' });

export const setIntegrationActiveInput = z.strictObject({
  provider,
  isActive: flag,
});

export type SetIntegrationActive = z.output<typeof setIntegrationActiveInput>;

export const testIntegrationInput = z.discriminatedUnion(
  'provider',
  [
    /** Omitted to use the stored one. */
    z
      .strictObject({
        provider: z.literal('mailchimp'),
        apiKey: mailchimpKey.optional(),
        audienceId,
        serverPrefix,
      })
      .superRefine(refuseForeignServer),
    z.strictObject({ provider: z.literal('rd_station'), apiKey: rdStationToken.optional() }),
  ],
  { error: 'Provider não suportado' },
);

export type TestIntegration = z.output<typeof testIntegrationInput>;

/** An erasure that the provider did not confirm, and that an employee did there by hand. */
export const erasedAtProviderInput = z.strictObject({ erasureId: uuid('Dados inválidos'), provider });

export type ErasedAtProvider = z.output<typeof erasedAtProviderInput>;

export const providerRequestInput = z.strictObject({ requestId: uuid('Dados inválidos') });

/**
 * An e-mail campaign as a draft at the provider. `message` is plain text; an empty line begins a paragraph.
 */
export const createCampaignInput = z.strictObject({
  operationId: requestId,
  subject: text(150, 'Informe o assunto'),
  fromName: text(100, 'Informe o nome do remetente'),
  replyTo: email('Informe o email de resposta'),
  title: text(100, 'Informe o título'),
  message: z
    .string({ error: 'Escreva a mensagem' })
    .transform((value) => value.replace(/\r\n?/g, '\n').trim())
    .refine((value) => value !== '', 'Escreva a mensagem')
    .refine((value) => value.length <= 20_000, 'Use no máximo 20.000 caracteres')
    .refine((value) => !hasUnseenCharacter(value.replace(/[\n\t]/g, ' ')), UNSEEN),
});

export type CreateCampaign = z.output<typeof createCampaignInput>;

export const SYNC_STATUSES = ['success', 'error'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

export const syncLogInput = z
  .strictObject({
    provider: provider.optional(),
    status: z.enum(SYNC_STATUSES, { error: 'Dados inválidos' }).optional(),
    action: z.enum(SYNC_ACTIONS, { error: 'Dados inválidos' }).optional(),
  })
  .optional();

export type SyncLogFilter = z.output<typeof syncLogInput>;

export const syncLogEntryInput = z.strictObject({
  id: z.int('Dados inválidos').positive('Dados inválidos'),
});
