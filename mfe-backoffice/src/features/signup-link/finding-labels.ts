import { formatDay } from 'domain/local-dates';
import type { CustomDomain } from './link-settings.ts';

const STATUS_LABELS = {
  waiting: { label: 'Aguardando', tone: 'warning' },
  verified: { label: 'Verificado', tone: 'success' },
  failed: { label: 'Não verificado', tone: 'danger' },
} as const satisfies Record<CustomDomain['status'], object>;

/** A verified domain whose record is gone still works, and is not well. */
export function statusLabel({ missing, status }: CustomDomain): {
  label: string;
  tone: 'warning' | 'success' | 'danger';
} {
  return missing ? { label: 'Registro ausente', tone: 'warning' } : STATUS_LABELS[status];
}

/** The message about the domain: its state, the last check's finding, the next step. */
export function domainMessage(
  domain: CustomDomain,
  timeZone: string,
): { tone: 'info' | 'success' | 'warning'; title?: string; message: string } {
  const { finding, missing, status } = domain;
  if (missing) {
    return {
      tone: 'warning',
      title: `Este domínio deixa de funcionar em ${formatDay(missing.stopsAt, timeZone)}`,
      message: `O registro que o leva até a sua loja não é encontrado desde ${formatDay(missing.since, timeZone)}. Sem ele, links e QR Codes com o domínio param de abrir. ${found(domain)}`,
    };
  }
  if (status === 'verified') {
    return finding === null || finding.kind === 'proved'
      ? { tone: 'success', message: 'Seus links e QR Codes usam este domínio.' }
      : {
          tone: 'warning',
          message: `O domínio continua no ar, mas a última verificação não o confirmou. ${found(domain)}`,
        };
  }
  if (finding === null) {
    return {
      tone: 'info',
      message:
        'Crie o registro abaixo no painel do seu domínio e depois verifique. A propagação leva de 15 minutos a 2 horas.',
    };
  }
  return { tone: 'warning', message: found(domain) };
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
      return 'Outra loja já comprovou que este domínio é dela.';
    case 'unavailable':
      return 'Não foi possível consultar o DNS agora. Tente novamente em alguns minutos.';
    default:
      return `Nenhum registro foi encontrado para ${domain}. Se você acabou de criá-lo, aguarde de 15 minutos a 2 horas.`;
  }
}
