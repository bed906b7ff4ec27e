/**
 * Names that no merchant may take as a slug: as a host below the platform's domain or in a link each would
 * pass for the platform itself or for a bank. Who had one before it stood here keeps it. Written without
 * hyphens, which are not compared.
 */
const RESERVED_NAMES = [
  // Addresses of the product and its infrastructure.
  'admin administracao administrador administrator api app apps assets backoffice beta cashback cdn',
  'console customer customers dashboard demo dev employee employees files forceupdate forgotpassword',
  'homologacao img internal intranet localhost media merchant merchants metrics mobile monitor painel',
  'plataforma platform portal prod producao proxy remotes root sandbox setpassword sistema staff',
  'staging static status system test teste trpc volta voltacashback web www',
  // Places where a password would be typed.
  'account accounts acessar acesso autenticacao auth cadastrar cadastro conta contas cpanel email emails',
  'entrar id identidade login logon logout minhaconta myaccount oauth oidc password recuperar register',
  'registro reset sair saml senha signin signup sso token verificacao verificar verify webmail',
  // Places of payment or money.
  'bacen banco bancocentral bank banking billing boleto cartao carteira checkout cobranca fatura faturas',
  'financeiro pagamento pagamentos pagar pay payment payments pix receitafederal saldo wallet',
  // Names that speak for the platform.
  'ajuda atendimento contato dpo faleconosco gov help imprensa juridico legal lgpd naoresponda noreply',
  'official oficial ouvidoria privacidade privacy sac security seguranca sobre suporte support termos terms',
  // Banks.
  'agibank banco24horas banestes banrisul bndes bradesco btgpactual c6 caixa caixaeconomica',
  'caixaeconomicafederal caixatem citibank digio hsbc itau itaucard itauunibanco nubank nuconta santander',
  'sicoob sicredi unibanco willbank',
  // Cards and payments.
  'alelo amedigital americanexpress applepay cielo getnet googlepay hipercard infinitepay mastercard',
  'mercadopago pagarme pagbank pagseguro paypal picpay recargapay safrapay stonepagamentos sumup',
  'userede visa',
].flatMap((names) => names.split(' '));

/** Banks named with words that merchants use too: 'inter' is free, 'banco-inter' is not. */
const BANKS_WITH_COMMON_NAMES = [
  'abc amazonia bb bmg brasil brb bs2 btg bv daamazonia daycoval dobrasil donordeste inter mercantil neon',
  'next original pan pine safra votorantim xp',
]
  .flatMap((names) => names.split(' '))
  .flatMap((name) => [`banco${name}`, `bank${name}`, `${name}banco`, `${name}bank`]);

/** Names that programs look up by themselves. A program is not misled by look-alikes, so 'mall' is free. */
const LOOKED_UP_NAMES = [
  'abuse acme autoconfig autodiscover bimi dkim dmarc dns ftp hostmaster imap isatap mail mailer mtasts mx',
  'ns ntp pop postmaster sftp smtp spf ssh ssl tls vpn webdisk webmaster whm wpad',
].flatMap((names) => names.split(' '));

/** With these words beside it a reserved name still passes for its owner: 'login-volta', 'banco-itau'. */
const WORDS_BESIDE = ['banco', 'bank', 'login', 'oficial', 'official', 'pix'];

const LOOK_ALIKES: Record<string, string> = {
  a: '[a4]',
  b: '[b68]',
  d: '(?:d|cl)',
  e: '[e3]',
  g: '[g69]',
  i: '[il1]',
  l: '[il1]',
  m: '(?:m|rn)',
  o: '[o0]',
  s: '[s5]',
  t: '[t7]',
  w: '(?:w|vv)',
  z: '[z2]',
};

/** The source of a pattern for the names, and for what looks like them: 'p0rtal', 'portai'. */
const looksLike = (names: readonly string[]) =>
  names.join('|').replace(/[a-z]/g, (letter) => LOOK_ALIKES[letter] ?? letter);

const BESIDE = `(?:\\d|${looksLike(WORDS_BESIDE)})*`;
const NAME = [looksLike([...RESERVED_NAMES, ...BANKS_WITH_COMMON_NAMES]), ...LOOKED_UP_NAMES].join('|');
/** A number is nobody's name, although '550' looks like 'sso'. */
const RESERVED = new RegExp(`^(?!\\d+$)${BESIDE}(?:${NAME})${BESIDE}$`);

/** The whole slug counts: 'portal' is reserved, also as 'p0rtal-2', and 'portal-das-flores' is free. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.test(slug.replaceAll('-', ''));
}
