import {
  mailchimpKey,
  type Provider,
  rdStationToken,
  type SyncAction,
  type SyncStatus,
} from 'domain/integrations';
import { validBy } from '../../lib/valid-by.ts';

/** Each provider's own terms, and the places where its pages show them. */
export const ACCOUNT_LABELS: Record<
  Provider,
  {
    description: string;
    keyLabel: string;
    secretName: string;
    keyHint: string;
    stored: string;
    change: string;
    keep: string;
    withoutConsent: string;
  }
> = {
  mailchimp: {
    description: 'A conta que vai receber seus clientes e para qual audiência.',
    keyLabel: 'Chave de API',
    secretName: 'chave',
    keyHint: 'No Mailchimp: seu perfil, Extras, API keys. Depois de salva, não é mais exibida.',
    stored: 'Guardada com criptografia',
    change: 'Trocar chave',
    keep: 'Manter a chave atual',
    withoutConsent:
      'Contato novo entra como transacional e não recebe campanhas. Quem já está inscrito continua inscrito.',
  },
  rd_station: {
    description: 'A conta que vai receber seus clientes.',
    keyLabel: 'Token de acesso',
    secretName: 'token',
    keyHint:
      'No RD Station: integrações da sua conta, token de acesso à API. Depois de salvo, não é mais exibido.',
    stored: 'Guardado com criptografia',
    change: 'Trocar token',
    keep: 'Manter o token atual',
    withoutConsent: 'Com a base legal recusada: fica na base e não recebe emails de marketing.',
  },
};

export const isKeyOf: Record<Provider, (value: unknown) => string | true> = {
  mailchimp: validBy(mailchimpKey),
  rd_station: validBy(rdStationToken),
};

export const SYNC_LABELS = {
  title: 'Sincronização automática',
  description: 'Em que momentos um cliente é enviado.',
};

export const CONSENT_LABELS = {
  title: 'Consentimento',
  description:
    'Quem aceitou ofertas por email é enviado como inscrito. Quem recusa depois é descadastrado em minutos.',
};

export const ACTION_LABELS: Record<SyncAction, string> = {
  signup: 'Cadastro',
  purchase: 'Compra',
  redemption: 'Resgate',
  consent: 'Consentimento',
  bulk_sync: 'Sincronização geral',
  erase: 'Exclusão de contato',
};

export const STATUS_LABELS: Record<SyncStatus, string> = { success: 'Sucesso', error: 'Erro' };

const numbers = new Intl.NumberFormat('pt-BR');

/** '10.000' */
export const formatCount = (count: number) => numbers.format(count);

/** '1 contato', '10.000 contatos' */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
