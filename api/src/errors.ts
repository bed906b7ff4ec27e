import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { LOGO_MESSAGE } from 'domain/logo';
import { fillMessage, type MessageValues, type PlaceholdersOf } from 'domain/messages';
import { REDEMPTION_RULE_MESSAGES } from 'domain/redemption-rules';

/**
 * Every refusal of the product: code → HTTP status (as tRPC names it) → the message that a person reads. A
 * `{name}` in a message is filled from the refusal's `values`; the type of `new Refusal` requires exactly the
 * names in its message. Any other error is a bug: it is logged in full and answered as 'Erro interno'.
 */
const REFUSALS = {
  invalid_credentials: ['UNAUTHORIZED', 'Credenciais inválidas'],
  invalid_api_key: ['UNAUTHORIZED', 'Chave de API inválida'],
  factor_needed: [
    'UNAUTHORIZED',
    'Sua conta pede um código depois da senha. Recarregue a página e entre novamente.',
  ],
  half_open_login_over: [
    'UNAUTHORIZED',
    'O tempo ou as tentativas para digitar o código acabaram. Entre novamente com email e senha.',
  ],
  factor_code_missing: [
    'UNPROCESSABLE_CONTENT',
    'Digite também o código do aplicativo, ou um código de recuperação.',
  ],
  wrong_factor_code: ['UNPROCESSABLE_CONTENT', 'Código incorreto ou já usado. Digite outro.'],
  authenticator_exists: ['CONFLICT', 'O aplicativo de códigos já está ativado.'],
  no_authenticator: ['CONFLICT', 'O aplicativo de códigos não está ativado.'],
  no_factor: ['CONFLICT', 'A verificação em duas etapas não está ativada.'],
  passkey_refused: [
    'UNAUTHORIZED',
    'Não foi possível entrar com esta chave de acesso. Tente de novo ou entre com email e senha.',
  ],
  no_passkey: ['CONFLICT', 'Você não tem chave de acesso.'],
  wrong_passkey: [
    'UNPROCESSABLE_CONTENT',
    'Esta chave de acesso não confirmou que é você. Tente de novo ou digite a senha.',
  ],
  approver_passkey_refused: [
    'UNPROCESSABLE_CONTENT',
    'Esta chave de acesso não é de quem pode aprovar. Tente de novo.',
  ],
  passkey_not_added: [
    'UNPROCESSABLE_CONTENT',
    'Não foi possível adicionar esta chave de acesso. Comece de novo.',
  ],
  passkey_not_found: ['NOT_FOUND', 'Esta chave de acesso não existe mais.'],
  too_many_passkeys: ['CONFLICT', 'Você já tem 10 chaves de acesso. Remova uma para adicionar outra.'],
  factor_demanded: [
    'FORBIDDEN',
    'A loja exige a verificação em duas etapas. Ative-a em “Meu Perfil” para continuar.',
  ],
  last_factor_demanded: [
    'CONFLICT',
    'A loja exige a verificação em duas etapas da sua função. Adicione outra chave ou o aplicativo antes de remover.',
  ],
  unauthenticated: ['UNAUTHORIZED', 'Sua sessão terminou. Faça login novamente.'],
  forbidden: ['FORBIDDEN', 'Você não tem permissão para esta ação.'],
  proof_needed: [
    'FORBIDDEN',
    'Falta confirmar que é você. Tente de novo; se a confirmação não aparecer, saia e entre novamente.',
  ],
  not_on_tablets: [
    'FORBIDDEN',
    'Num aparelho do balcão isto não muda. Entre com email e senha em outro aparelho.',
  ],
  reports_hidden: [
    'FORBIDDEN',
    'A loja mostra faturamento, relatórios e ranking da equipe só a gerentes, administradores e proprietários.',
  ],
  missing_scope: ['FORBIDDEN', 'Esta chave não tem a permissão {scope}.'],
  cross_origin: ['FORBIDDEN', 'Esta ação só pode ser feita a partir das páginas do próprio site.'],
  not_found: ['NOT_FOUND', 'Não encontrado'],
  not_json: ['UNSUPPORTED_MEDIA_TYPE', 'Envie os dados como application/json.'],
  unsupported_file: ['UNSUPPORTED_MEDIA_TYPE', 'Este tipo de arquivo não é aceito.'],
  body_too_large: ['PAYLOAD_TOO_LARGE', 'O envio é grande demais.'],
  bad_request: ['BAD_REQUEST', 'Dados inválidos'],
  batch_refused: ['BAD_REQUEST', 'Chamadas demais em um só envio.'],
  method_not_allowed: ['METHOD_NOT_SUPPORTED', 'Este endereço não aceita este tipo de chamada.'],
  too_many_requests: ['TOO_MANY_REQUESTS', 'Muitas tentativas. Aguarde alguns minutos e tente novamente.'],
  too_many_logins: [
    'TOO_MANY_REQUESTS',
    'Muitas tentativas de entrar com este email. Aguarde, ou use “Esqueci minha senha” para entrar agora.',
  ],
  too_many_emails: [
    'TOO_MANY_REQUESTS',
    'Este endereço já recebeu emails demais. O último pode estar na caixa de spam. Tente novamente mais tarde.',
  ],
  too_many_purchases: [
    'TOO_MANY_REQUESTS',
    'Muitas compras em um minuto com este acesso. Aguarde um instante e tente de novo.',
  ],
  too_many_codes: [
    'TOO_MANY_REQUESTS',
    'Muitos códigos errados. Aguarde, ou entre com um código de recuperação.',
  ],
  too_many_customers: [
    'TOO_MANY_REQUESTS',
    'Você já abriu os dados de clientes demais nesta hora. Tente novamente mais tarde; o balcão continua funcionando.',
  ],
  too_many_at_once: [
    'TOO_MANY_REQUESTS',
    'Muitos pedidos ao mesmo tempo. Tente novamente em alguns segundos.',
  ],
  overloaded: ['SERVICE_UNAVAILABLE', 'Sistema ocupado. Tente novamente em alguns segundos.'],
  database_unavailable: [
    'SERVICE_UNAVAILABLE',
    'Sistema temporariamente indisponível. Tente novamente em instantes.',
  ],
  wrong_password: ['UNPROCESSABLE_CONTENT', 'Senha atual incorreta'],
  invalid_password_link: ['NOT_FOUND', 'Este link é inválido ou já foi usado. Peça um novo.'],
  invalid_email_link: ['NOT_FOUND', 'Este link é inválido, venceu ou já foi usado.'],
  wrong_link_password: ['UNPROCESSABLE_CONTENT', 'Senha incorreta'],
  no_email_change: ['CONFLICT', 'Não há troca de email à espera de confirmação.'],
  email_taken: ['CONFLICT', 'Este email já está cadastrado'],
  terms_not_accepted: [
    'UNPROCESSABLE_CONTENT',
    'Para criar a conta, aceite os termos de uso e a política de privacidade. Se não vê a caixa, atualize a página.',
  ],
  terms_changed: [
    'CONFLICT',
    'Os textos mudaram. Leia a versão nova e aceite de novo; se este aviso voltar, atualize a página.',
  ],
  invalid_logo: ['BAD_REQUEST', LOGO_MESSAGE],
  invalid_notice_link: ['NOT_FOUND', 'Este link é inválido, venceu ou já foi usado.'],
  common_password: ['BAD_REQUEST', 'Esta senha é muito comum. Escolha outra.'],
  password_has_email: ['BAD_REQUEST', 'A senha não pode conter o seu email. Escolha outra.'],
  password_has_merchant_name: ['BAD_REQUEST', 'A senha não pode conter o nome da loja. Escolha outra.'],
  invalid_idempotency_key: [
    'BAD_REQUEST',
    'Envie no cabeçalho Idempotency-Key um UUID, novo para cada operação.',
  ],
  operation_conflict: ['UNPROCESSABLE_CONTENT', 'Esta operação já foi usada com outros dados.'],
  operation_in_flight: ['CONFLICT', 'Esta operação ainda está sendo processada. Tente novamente.'],
  merchant_not_found: ['NOT_FOUND', 'Merchant não encontrado. Faça login novamente.'],
  user_not_found: ['NOT_FOUND', 'Usuário não encontrado. Faça login novamente.'],
  customer_not_found: ['NOT_FOUND', 'Cliente não encontrado'],
  customer_erased: ['CONFLICT', 'Os dados deste cliente foram apagados: o envio não pode ser refeito.'],
  phone_differs: ['UNPROCESSABLE_CONTENT', 'Este não é o telefone deste cadastro'],
  program_not_found: ['NOT_FOUND', 'Loja não encontrada'],
  data_request_not_found: ['NOT_FOUND', 'Pedido não encontrado'],
  data_request_closed: ['CONFLICT', 'Este pedido já foi encerrado.'],
  contact_known: [
    'FORBIDDEN',
    'Este cadastro já tem nome ou email. Peça a um gerente para alterar o que já foi informado.',
  ],
  email_missing: ['UNPROCESSABLE_CONTENT', 'Informe o seu email antes de aceitar ofertas por email.'],
  proof_required: ['FORBIDDEN', 'Confirme que é você para continuar.'],
  wrong_code: ['UNPROCESSABLE_CONTENT', 'Código incorreto ou vencido. Confira o email ou peça outro.'],
  wrong_pin: [
    'UNPROCESSABLE_CONTENT',
    'PIN incorreto ou bloqueado. Com 5 erros ele para por 30 minutos; com 20, até você escolher outro. O código por email continua valendo, se houver um email confirmado.',
  ],
  wrong_employee_pin: ['UNPROCESSABLE_CONTENT', 'PIN incorreto'],
  pin_locked: [
    'TOO_MANY_REQUESTS',
    'PIN bloqueado por 15 minutos depois de 5 erros. Para usar agora, entre com email e senha.',
  ],
  pin_used_up: [
    'TOO_MANY_REQUESTS',
    'PIN bloqueado depois de 10 erros. Para usar de novo, entre com email e senha ou crie outro PIN.',
  ],
  no_tablet: ['UNAUTHORIZED', 'Este aparelho não está mais registrado no balcão. Entre com email e senha.'],
  tablet_not_found: ['NOT_FOUND', 'Aparelho não encontrado'],
  too_many_tablets: ['CONFLICT', 'A loja já tem 50 aparelhos. Revogue um que não usa mais.'],
  codes_unavailable: [
    'UNPROCESSABLE_CONTENT',
    'O envio de códigos por email não está disponível. Use o PIN ou fale com a loja.',
  ],
  no_balance: ['UNPROCESSABLE_CONTENT', 'Cliente não possui saldo disponível'],
  amount_above_balance: ['UNPROCESSABLE_CONTENT', 'Valor maior que saldo disponível'],
  redemption_balance_too_small: [
    'UNPROCESSABLE_CONTENT',
    REDEMPTION_RULE_MESSAGES.redemption_balance_too_small,
  ],
  redemption_purchase_missing: [
    'UNPROCESSABLE_CONTENT',
    REDEMPTION_RULE_MESSAGES.redemption_purchase_missing,
  ],
  redemption_purchase_too_small: [
    'UNPROCESSABLE_CONTENT',
    REDEMPTION_RULE_MESSAGES.redemption_purchase_too_small,
  ],
  redemption_above_share: ['UNPROCESSABLE_CONTENT', REDEMPTION_RULE_MESSAGES.redemption_above_share],
  redemption_above_purchase: ['UNPROCESSABLE_CONTENT', REDEMPTION_RULE_MESSAGES.redemption_above_purchase],
  own_phone: ['FORBIDDEN', 'Este telefone é ou já foi seu. Peça a outra pessoa da equipe para atender você.'],
  purchase_repeated: ['CONFLICT', 'Igual à compra de {when}. Registrar outra?'],
  purchase_unusual: ['UNPROCESSABLE_CONTENT', '{amount} {why}. Está certo?'],
  approval_needed: ['FORBIDDEN', 'Este valor precisa da aprovação de outra pessoa.'],
  approval_not_found: ['NOT_FOUND', 'Pedido de aprovação não encontrado'],
  approval_closed: ['CONFLICT', 'Este pedido já foi respondido, cancelado ou venceu.'],
  not_a_tablet: [
    'FORBIDDEN',
    'O PIN só aprova num aparelho do balcão. Peça a quem aprova que responda em Aprovações.',
  ],
  own_approval: ['FORBIDDEN', 'Você não pode aprovar o seu próprio pedido. Peça a outra pessoa.'],
  invalid_token: ['NOT_FOUND', 'QR Code inválido ou expirado'],
  code_confirmed: ['CONFLICT', 'O cliente já confirmou este QR Code.'],
  code_expired: ['CONFLICT', 'O prazo deste QR Code terminou. Gere um novo.'],
  redemption_canceled: ['CONFLICT', 'Este resgate foi cancelado.'],
  redemptions_held: [
    'UNPROCESSABLE_CONTENT',
    'Resgates temporariamente suspensos. O saldo está guardado; tente mais tarde.',
  ],
  customer_held: [
    'UNPROCESSABLE_CONTENT',
    'A loja está conferindo este cadastro antes do próximo resgate. O saldo está guardado; fale com a loja.',
  ],
  alert_not_found: ['NOT_FOUND', 'Alerta não encontrado'],
  alert_closed: ['CONFLICT', 'Este alerta já foi encerrado. Atualize a página.'],
  own_alert: [
    'FORBIDDEN',
    'Este alerta é sobre você. Peça a outro administrador ou ao proprietário que decida.',
  ],
  insufficient_balance: ['UNPROCESSABLE_CONTENT', 'Saldo insuficiente para este resgate'],
  operation_not_found: ['NOT_FOUND', 'Operação não encontrada'],
  reversal_not_yours: [
    'FORBIDDEN',
    'Você só pode estornar as suas próprias operações, no mesmo dia. Peça a um gerente.',
  ],
  already_reversed: ['CONFLICT', 'Esta operação já foi estornada.'],
  already_confirmed: [
    'CONFLICT',
    'O cliente já confirmou este QR Code. Se o número está errado, estorne a compra na lista.',
  ],
  reversal_above_remaining: [
    'UNPROCESSABLE_CONTENT',
    'O estorno não pode passar do que resta da compra: {remaining}.',
  ],
  redemption_not_completed: [
    'UNPROCESSABLE_CONTENT',
    'Este resgate não foi confirmado pelo cliente: não há o que estornar.',
  ],
  adjustment_above_balance: [
    'UNPROCESSABLE_CONTENT',
    'O débito não pode passar do saldo do cliente: {balance}.',
  ],
  import_has_errors: [
    'UNPROCESSABLE_CONTENT',
    'O arquivo tem erros: nenhum cliente foi importado. Confira a lista de erros.',
  ],
  import_in_flight: [
    'CONFLICT',
    'Outra importação está em andamento. Aguarde um instante e tente novamente.',
  ],
  own_account: [
    'FORBIDDEN',
    'Este telefone é ou já foi seu. Peça a outra pessoa da equipe para alterar o cadastro.',
  ],
  phone_taken: ['CONFLICT', 'Já existe um cliente com este telefone. Una os dois cadastros.'],
  same_customer: ['BAD_REQUEST', 'Escolha um cadastro diferente.'],
  employee_not_found: ['NOT_FOUND', 'Funcionário não encontrado'],
  employee_not_managed: ['FORBIDDEN', 'Você não pode gerenciar pessoas com esta função.'],
  role_not_given: ['FORBIDDEN', 'Você não pode dar esta função a uma pessoa nova.'],
  own_deactivation: ['FORBIDDEN', 'Você não pode desativar o seu próprio acesso.'],
  last_owner: ['CONFLICT', 'A loja precisa de pelo menos um proprietário ativo.'],
  owner_needs_password: [
    'UNPROCESSABLE_CONTENT',
    'Só quem está ativo e já criou a senha pode se tornar proprietário.',
  ],
  invitation_used: ['CONFLICT', 'Esta pessoa já criou a senha: o convite não é mais necessário.'],
  invitation_inactive: ['UNPROCESSABLE_CONTENT', 'Ative a pessoa antes de reenviar o convite.'],
  invitation_of_another: [
    'FORBIDDEN',
    'Só quem adicionou a pessoa, um administrador ou o proprietário pode gerar de novo o convite. Peça a um deles.',
  ],
  password_link_for_admins: [
    'FORBIDDEN',
    'Só o proprietário ou um administrador pode gerar um link de nova senha. Peça a um deles.',
  ],
  own_password_link: ['FORBIDDEN', 'Para trocar a sua própria senha, use o seu perfil.'],
  own_factor: ['FORBIDDEN', 'Para a sua própria verificação em duas etapas, use o seu perfil.'],
  factor_not_set: ['CONFLICT', 'Esta pessoa não usa a verificação em duas etapas.'],
  password_not_set: ['CONFLICT', 'Esta pessoa ainda não criou a senha: reenvie o convite.'],
  password_link_inactive: ['UNPROCESSABLE_CONTENT', 'Ative a pessoa antes de enviar o link de nova senha.'],
  slug_taken: ['CONFLICT', 'Este endereço já está em uso. Escolha outro.'],
  slug_reserved: ['UNPROCESSABLE_CONTENT', 'Este endereço é reservado. Escolha outro.'],
  slug_limit: [
    'UNPROCESSABLE_CONTENT',
    'Você já usou muitos endereços diferentes. Volte a um dos anteriores, que continuam seus.',
  ],
  domain_taken: ['CONFLICT', 'Este domínio já está em uso por outra loja.'],
  domain_own: ['BAD_REQUEST', 'Este domínio é da plataforma. Informe um domínio da sua loja.'],
  no_custom_domain: ['UNPROCESSABLE_CONTENT', 'Informe e salve um domínio antes de verificar.'],
  integration_key_missing: ['UNPROCESSABLE_CONTENT', 'Informe a chave antes de salvar.'],
  integration_key_of_another_server: [
    'UNPROCESSABLE_CONTENT',
    'A chave guardada é do servidor {server}: use este prefixo ou troque a chave.',
  ],
  integration_not_saved: ['UNPROCESSABLE_CONTENT', 'Salve a configuração antes de ativar.'],
  bulk_sync_running: ['CONFLICT', 'Já há uma sincronização em andamento.'],
  no_active_integration: ['UNPROCESSABLE_CONTENT', 'Ative uma integração antes de sincronizar.'],
  no_customers_to_sync: ['UNPROCESSABLE_CONTENT', 'Nenhum cliente encontrado'],
  provider_request_not_found: ['NOT_FOUND', 'Pedido não encontrado'],
  log_not_found: ['NOT_FOUND', 'Registro não encontrado'],
  already_retried: ['CONFLICT', 'Este envio já foi refeito.'],
  log_not_retryable: ['UNPROCESSABLE_CONTENT', 'Este envio não pode ser refeito.'],
  api_key_not_found: ['NOT_FOUND', 'Chave não encontrada'],
  api_key_limit: ['UNPROCESSABLE_CONTENT', 'Já há {limit} chaves em uso. Revogue uma antes de criar outra.'],
  api_key_person_above: ['FORBIDDEN', 'Você não pode criar uma chave para alguém acima da sua função.'],
  api_key_person_inactive: ['UNPROCESSABLE_CONTENT', 'Escolha uma pessoa ativa.'],
  api_key_role_too_small: [
    'UNPROCESSABLE_CONTENT',
    'A função desta pessoa não tem todas as permissões escolhidas.',
  ],
  webhook_not_found: ['NOT_FOUND', 'Webhook não encontrado'],
  webhook_delivery_not_found: ['NOT_FOUND', 'Envio não encontrado'],
  webhook_limit: [
    'UNPROCESSABLE_CONTENT',
    'Você já tem {limit} webhooks. Remova um antes de adicionar outro.',
  ],
  webhook_url_taken: ['CONFLICT', 'Este endereço já está cadastrado.'],
  webhook_url_not_https: ['UNPROCESSABLE_CONTENT', 'Use um endereço que comece com https://'],
  webhook_url_port: ['UNPROCESSABLE_CONTENT', 'Use a porta 443 ou uma a partir de 1024.'],
  webhook_url_private: [
    'UNPROCESSABLE_CONTENT',
    'Este endereço não é público. Informe um que a internet alcance.',
  ],
  webhook_url_unknown: [
    'UNPROCESSABLE_CONTENT',
    'Não encontramos este endereço na internet. Confira o domínio.',
  ],
  webhook_inactive: ['UNPROCESSABLE_CONTENT', 'Ative o webhook antes de enviar.'],
  webhook_delivery_waiting: ['CONFLICT', 'Este envio ainda está em andamento.'],
  spend_not_found: ['NOT_FOUND', 'Investimento não encontrado'],
  database_outdated: [
    'SERVICE_UNAVAILABLE',
    'Banco de dados precisa ser atualizado. Execute o script SQL fornecido.',
  ],
  invalid_signup_link: ['NOT_FOUND', 'Link de cadastro inválido ou expirado'],
} as const satisfies Record<string, readonly [TRPCError['code'], string]>;

export type RefusalCode = keyof typeof REFUSALS;

type SentenceOf<Code extends RefusalCode> = (typeof REFUSALS)[Code][1];

/** A message with placeholders requires their `values`; one without takes none. */
type RefusalOptions<Code extends RefusalCode> = [PlaceholdersOf<SentenceOf<Code>>] extends [never]
  ? [options?: { retryAfterSeconds?: number }]
  : [options: { retryAfterSeconds?: number; values: MessageValues<SentenceOf<Code>> }];

/**
 * A request that the product refuses. The caller gets its code and message; it is never reported as a bug.
 */
export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  readonly code: Code;
  /** Seconds after which a retry makes sense; sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: Code, ...[options]: RefusalOptions<Code>) {
    super(fillMessage<string>(REFUSALS[code][1], options && 'values' in options ? options.values : {}));
    this.name = 'Refusal';
    this.code = code;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }
}

/** The HTTP status of a refusal, and its message with unfilled placeholders. */
export function describeRefusal(code: RefusalCode): { status: number; sentence: string } {
  const [name, sentence] = REFUSALS[code];
  return { status: getHTTPStatusCodeFromError(new TRPCError({ code: name })), sentence };
}

/** Wraps a refusal for tRPC. */
export function toTrpcError(refusal: Refusal): TRPCError {
  return new TRPCError({ code: REFUSALS[refusal.code][0], message: refusal.message, cause: refusal });
}
