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
  'account accounts acessar acesso autenticacao auth cadastrar cadastro conta contas cpanel',
  'entrar id identidade login logon logout minhaconta myaccount oauth oidc password recuperar register',
  'registro reset sair saml senha signin signup sso token verificacao verificar verify',
  // Places of payment or money.
  'bacen banco bancocentral bank banking billing boleto cartao carteira checkout cobranca fatura faturas',
  'financeiro pagamento pagamentos pagar pay payment payments pix receitafederal saldo wallet',
  // Names that speak for the platform.
  'ajuda atendimento contato dpo faleconosco gov help imprensa juridico legal lgpd naoresponda noreply',
  'official oficial ouvidoria privacidade privacy sac security seguranca sobre suporte support termos terms',
  // Banks.
  'agibank banco24horas banestes banrisul bndes bradesco btgpactual caixa caixaeconomica',
  'caixaeconomicafederal caixatem citibank digio hsbc itau itav ltau itaucard itauunibanco nubank nuconta santander',
  'sicoob sicredi unibanco willbank',
  // Cards and payments.
  'alelo amedigital americanexpress applepay cielo getnet googlepay hipercard infinitepay mastercard',
  'mercadopago pagarme pagbank pagseguro paypal picpay recargapay safrapay stonepagamentos sumup',
  'userede visa',
].flatMap((names) => names.split(' '));

/** Banks named with words that merchants use too: 'inter' is free, 'banco-inter' is not. */
const BANKS_WITH_COMMON_NAMES = [
  'abc amazonia bb bmg brasil brb bs2 btg bv c6 daamazonia daycoval dobrasil donordeste inter mercantil neon',
  'next original pan pine safra votorantim xp',
]
  .flatMap((names) => names.split(' '))
  .flatMap((name) => [`banco${name}`, `bank${name}`, `${name}banco`, `${name}bank`]);

/** Names that are compared letter by letter: programs look them up, and 'mall' and 'e-mall' are words. */
const LOOKED_UP_NAMES = [
  'abuse acme autoconfig autodiscover bimi dkim dmarc dns email emails ftp hostmaster imap isatap mail mailer mtasts mx',
  'ns ntp pop postmaster sftp smtp spf ssh ssl tls vpn webdisk webmail webmaster whm wpad',
].flatMap((names) => names.split(' '));

/** With these words beside it a reserved name still passes for its owner: 'login-volta', 'banco-itau'. */
const WORDS_BESIDE = [
  'app atendimento banco bank cashback login oficial official pagamentos pix portal seguranca senha',
  'suporte volta',
].flatMap((names) => names.split(' '));

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

/** Of a short name only a digit inside counts: 'p1x' is 'pix', 'sami' is not 'saml' and 'ap-1' not 'api'. */
const SHORT = 4;
const DIGITS: Record<string, string> = { a: '[a4]', e: '[e3]', i: '[i1]', o: '[o0]', s: '[s5]', t: '[t7]' };

/** The source of a pattern for the names, and for what looks like them: 'p0rtal', 'portai'. */
const looksLike = (names: readonly string[]) =>
  names
    .map((name) =>
      name.length > SHORT
        ? name.replace(/[a-z]/g, (letter) => LOOK_ALIKES[letter] ?? letter)
        : name.replace(/\B[a-z]\B/g, (letter) => DIGITS[letter] ?? letter),
    )
    .join('|');

const BESIDE = `(?:\\d|${looksLike(WORDS_BESIDE)})*`;
const NAME = [looksLike([...RESERVED_NAMES, ...BANKS_WITH_COMMON_NAMES]), ...LOOKED_UP_NAMES].join('|');
/** Slugs of digits alone stay free, although '550' looks like 'sso'. */
const RESERVED = new RegExp(`^(?!\\d+$)${BESIDE}(?:${NAME})${BESIDE}$`);

/** The whole slug counts: 'portal' is reserved, also as 'p0rtal-2', and 'portal-das-flores' is free. */
export function isReservedSlug(slug: string): boolean {
  return RESERVED.test(slug.replaceAll('-', ''));
}
