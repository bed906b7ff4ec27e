import type { CustomDomain } from './link-settings.ts';

export const STATUS_WORDS = {
  waiting: { label: 'Aguardando', tone: 'warning' },
  verified: { label: 'Verificado', tone: 'success' },
  failed: { label: 'Não verificado', tone: 'danger' },
} as const satisfies Record<CustomDomain['status'], object>;

/** What there is to say about the domain now: how it stands, what the last check found, what to do. */
export function domainWords(domain: CustomDomain): { tone: 'info' | 'success' | 'warning'; words: string } {
  const { finding, status } = domain;
  if (status === 'verified') {
    return finding === null || finding.kind === 'proved'
      ? { tone: 'success', words: 'Seus links e QR Codes usam este domínio.' }
      : {
          tone: 'warning',
          words: `O domínio continua no ar, mas a última verificação não o confirmou. ${found(domain)}`,
        };
  }
  if (finding === null) {
    return {
      tone: 'info',
      words:
        'Crie o registro abaixo no painel do seu domínio e depois verifique. A propagação leva de 15 minutos a 2 horas.',
    };
  }
  return { tone: 'warning', words: found(domain) };
}

function found({ domain, finding, cname, txt }: CustomDomain): string {
  switch (finding?.kind) {
    case 'other_cname':
      return `${domain} aponta para ${finding.target}. Troque o destino do registro CNAME para ${cname.target}.`;
    case 'address':
      return `${domain} aponta direto para o endereço ${finding.address}. Troque esse registro por um CNAME.`;
    case 'other_code':
      return `O registro TXT em ${txt?.name ?? domain} tem outro código. Copie de novo o valor abaixo.`;
    case 'taken':
      return 'Outro estabelecimento já comprovou que este domínio é dele.';
    case 'unavailable':
      return 'Não foi possível consultar o DNS agora. Tente novamente em alguns minutos.';
    default:
      return `Nenhum registro foi encontrado para ${domain}. Se você acabou de criá-lo, aguarde de 15 minutos a 2 horas.`;
  }
}
