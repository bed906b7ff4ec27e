import {
  type Outgoing,
  type OutgoingAnswer,
  OutgoingFailure,
  type OutgoingFailureKind,
} from '../lib/outgoing.ts';
import {
  type CallProvider,
  type ProviderAccount,
  type ProviderAddresses,
  type ProviderClient,
  ProviderFailure,
  unexpectedAnswer,
  wrongAddress,
} from './provider.ts';

const MAX_MESSAGE_LENGTH = 300;
/** The longest Retry-After that is obeyed. */
const MAX_RETRY_AFTER_SECONDS = 3_600;

/** The log's message if there was no answer, or none that is accepted. */
const UNANSWERED: Record<
  Exclude<OutgoingFailureKind, 'wrong_host' | 'forbidden_address'>,
  (name: string) => string
> = {
  refused: (name) => `Não foi possível conectar ao ${name}.`,
  timeout: (name) => `O ${name} não respondeu a tempo.`,
  cut: (name) => `A resposta do ${name} foi interrompida.`,
  too_large: (name) => `A resposta do ${name} é grande demais.`,
  redirected: (name) => `O ${name} respondeu com um redirecionamento, que não é seguido.`,
};

/** Calls to one account: JSON out and in, to the provider's own host, every failure a ProviderFailure. */
export function createCall(
  outgoing: Outgoing,
  client: ProviderClient,
  account: ProviderAccount,
  addresses: ProviderAddresses,
): CallProvider {
  return async ({ method, path, body }) => {
    const base = client.baseUrl(account, addresses);
    const request = {
      url: addressOf(client, base, path),
      host: base.host,
      method,
      headers: { accept: 'application/json', ...client.authorization(account) },
    };
    const sent = body
      ? {
          ...request,
          headers: { ...request.headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
      : request;
    const answer = await outgoing(sent).catch((error: unknown) => {
      throw unanswered(client, error);
    });
    return { status: answer.status, json: readJson(client, account, answer) };
  };
}

/** Refuses a path that the URL parser would read as anything but a path below the base. */
function addressOf(client: ProviderClient, base: URL, path: string): URL {
  const text = `${base.origin}${base.pathname.replace(/\/$/, '')}/${path}`;
  if (!URL.canParse(text) || new URL(text).href !== text) throw wrongAddress(client);
  return new URL(text);
}

function unanswered(client: ProviderClient, error: unknown): unknown {
  if (!(error instanceof OutgoingFailure)) return error;
  if (error.kind === 'wrong_host' || error.kind === 'forbidden_address') return wrongAddress(client);
  return new ProviderFailure(UNANSWERED[error.kind](client.name), { retryable: true }, error);
}

/** The JSON of a success; undefined for 204. Throws ProviderFailure for every other answer. */
function readJson(client: ProviderClient, account: ProviderAccount, answer: OutgoingAnswer): unknown {
  const { status } = answer;
  if (status === 204) return undefined;
  const json = parse(answer);
  if (status < 300 && json !== undefined) return json;
  const said = json === undefined ? undefined : client.errorText(json);
  const isTheirs = status === 429 || status >= 500;
  if (json === undefined && !isTheirs) throw unexpectedAnswer(client, status);
  const { retryAfterSeconds } = answer;
  throw new ProviderFailure(said ? presentable(said, account) : messageOfStatus(client, status), {
    retryable: isTheirs,
    status,
    retryAfterSeconds:
      retryAfterSeconds === undefined ? undefined : Math.min(retryAfterSeconds, MAX_RETRY_AFTER_SECONDS),
  });
}

/** Undefined unless the answer is JSON and declared as such. */
function parse({ contentType, text }: OutgoingAnswer): unknown {
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(contentType)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One line, with the key removed in case the provider repeats it. */
function presentable(said: string, account: ProviderAccount): string {
  const line = said
    .replaceAll(account.apiKey, '…')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return line.length > MAX_MESSAGE_LENGTH ? `${line.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : line;
}

function messageOfStatus({ name }: ProviderClient, status: number): string {
  if (status === 429) return `O ${name} pediu para enviar mais devagar (429).`;
  return `O ${name} respondeu com um erro (${status}).`;
}
