/**
 * Slugs that no merchant may take: as a host below the platform's domain or in a link each would pass for the
 * platform itself. Who had one before it stood here keeps it. Written without hyphens, which are not
 * compared.
 */
const RESERVED_SLUGS = new Set(
  [
    // Addresses of the product and its infrastructure.
    'admin administracao administrador administrator api app apps assets backoffice beta cashback cdn',
    'console customer customers dashboard demo dev employee employees files forceupdate forgotpassword',
    'homologacao img internal intranet localhost media merchant merchants metrics mobile monitor painel',
    'plataforma platform portal prod producao proxy remotes root sandbox setpassword sistema staff',
    'staging static status system test teste trpc volta voltacashback web www',
    // Names that mail, browsers and networks look up by themselves.
    'abuse acme autoconfig autodiscover bimi cpanel dkim dmarc dns email emails ftp hostmaster imap',
    'isatap mail mailer mtasts mx naoresponda noreply ns ntp pop pop3 postmaster sftp smtp spf ssh ssl',
    'tls vpn webdisk webmail webmaster whm wpad',
    // Places where a password would be typed.
    'account accounts acessar acesso autenticacao auth cadastrar cadastro conta contas entrar id',
    'identidade login logon logout minhaconta myaccount oauth oauth2 oidc password recuperar register',
    'registro reset sair saml senha signin signup sso token verificacao verificar verify',
    // Places of payment or money.
    'bacen banco bancocentral bank banking billing boleto cartao carteira checkout cobranca fatura',
    'faturas financeiro pagamento pagamentos pagar pay payment payments pix receitafederal saldo wallet',
    // Names that speak for the platform.
    'ajuda atendimento contato dpo faleconosco gov help imprensa juridico legal lgpd official oficial',
    'ouvidoria privacidade privacy sac security seguranca sobre suporte support termos terms',
  ].flatMap((names) => names.split(' ')),
);

/** Hosts that come in numbers: 'ns1', 'smtp2'. */
const NUMBERED_HOST = /^(?:dns|mail|mx|ns|smtp|www)\d+$/;

export function isReservedSlug(slug: string): boolean {
  const name = slug.replaceAll('-', '');
  return RESERVED_SLUGS.has(name) || NUMBERED_HOST.test(name);
}
