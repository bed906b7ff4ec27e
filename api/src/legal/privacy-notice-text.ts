import { PROVIDER_NAMES, type Provider } from 'domain/integrations';
import { CUSTOMER_CODE_TTL_SECONDS, CUSTOMER_DEVICE_TTL_SECONDS } from 'domain/lifetimes';
import { PRODUCT_NAME } from 'domain/page-title';
import { INACTIVITY_NOTICE_DAYS, RETENTION_DAYS } from 'domain/retention';
import type { DocumentMerchantRow } from './merchant-documents.sql.ts';
import { fillText } from './render-text.ts';
import { countedDays } from './rules-in-words.ts';
import { unbrokenPhone } from './unbroken-phone.ts';

/**
 * Writes as Markdown what the merchant stores of its customers. It names only receivers that the merchant
 * uses. `subprocessors`: the platform's, where it has entered its data.
 */
export function privacyNoticeText(merchant: DocumentMerchantRow, subprocessors: string | undefined): string {
  const sections = [
    SUMMARY,
    WHO,
    stored(merchant.signup_link_slug),
    receivers(merchant),
    kept(merchant.inactivity_months),
    CHOICES,
    RIGHTS,
  ];
  return fillText(sections.join('\n\n'), {
    loja: merchant.name,
    endereco: merchant.address,
    telefone: unbrokenPhone(merchant.phone),
    programa: merchant.program_name,
    slug: merchant.signup_link_slug,
    empresas: subprocessors ? `, como ${subprocessors}` : '',
  });
}

const SUMMARY = `> **Em resumo.** {{loja}} guarda o seu telefone, o nome e o email se você os informar, e as suas compras e
> resgates, para dar e controlar o seu cashback. Nada disso é vendido. Você pode pedir para ver, corrigir e apagar
> os seus dados.`;

const WHO = `## 1. Quem é responsável

{{loja}}, no endereço {{endereco}}, telefone {{telefone}}, decide por que e como os seus dados são usados no
programa {{programa}}: é a **controladora**, nas palavras da Lei Geral de Proteção de Dados (LGPD).
${PRODUCT_NAME} é o sistema em que o programa funciona: guarda e trata os dados em nome da loja, como a
sua **operadora**. Outra loja que usa o mesmo sistema não vê os dados que {{loja}} tem de você em seu painel. O que ${PRODUCT_NAME}
faz em geral está na [política de privacidade da plataforma](/privacidade).`;

function stored(slug: string): string {
  return `## 2. O que é guardado e por quê

- **Telefone e data do cadastro:** para identificar você no caixa e manter o saldo. Base: execução do programa de
  que você participa (LGPD, art. 7º, V).
- **Nome e email, se informados:** para tratar você pelo nome e falar com você. Base: execução do programa (V).
- **Compras, cashback, resgates, estornos e correções,** com valores, datas e quem registrou: para dar o crédito e
  explicar o saldo. Base: execução do programa (V) e defesa de direitos (VI).
- **O seu grupo por hábito de compra,** como “novos” ou “em risco”, calculado da data, do número e do valor das
  compras: para a loja saber a quem oferecer algo. Base: interesse legítimo em cuidar dos clientes (IX); você pode
  se opor.
- **Parte do endereço de internet e um código do tipo de aparelho,** na primeira vez que um QR Code é aberto: para
  descobrir fraude. Base: interesse legítimo na segurança do programa (IX).
- **Os seus consentimentos, dados ou retirados,** com o texto, a data, o endereço de internet e o navegador: para
  provar o que você escolheu. Base: obrigação legal (II).
- **O primeiro celular que abre um QR Code de compra:** um número aleatório, guardado nele em um cookie necessário
  para a segurança, por 180 dias. Serve para provar que é você, e você pode apagá-lo em "Meus dados".
  Base: execução do programa (V).
- **Se você escolhe um PIN:** o PIN, de um modo que não permite lê-lo. **Se você pede um código por email:** o código,
  até ser usado ou vencer. Base: execução do programa (V).
- **Alertas de possível fraude:** quando compras, resgates ou confirmações fogem do que é comum na loja, o sistema
  guarda um alerta com o código do seu cadastro, valores, números e datas. Base: interesse legítimo na segurança do
  programa (IX).
- **Resgates retidos:** se um responsável pela loja retém os seus resgates por causa de um alerta, quem reteve e
  quando. Base: interesse legítimo na segurança do programa (IX).
- **Pedidos de aprovação:** uma compra, um resgate ou um ajuste acima de um valor que a loja escolhe pode esperar a
  aprovação de outro funcionário; até lá ficam guardados o valor e o seu cadastro, ou o seu telefone se ainda não há
  cadastro. Base: interesse legítimo na segurança do programa (IX).
- **Registro do que os funcionários fazem,** que pode citar o seu cadastro: para explicar cada valor. Base: defesa de
  direitos (VI).
- **Pedidos sobre os seus dados,** com o contato para a resposta: para atender e provar que foi atendido. Base:
  obrigação legal (II).

Telefone, nome e email vêm de você ou do caixa da loja; o restante nasce do uso do programa. Documento, endereço,
localização e dados de pagamento não são pedidos.

### O que o sistema decide sozinho

O sistema calcula o cashback pelo [regulamento](/regulamento/${slug}), forma os grupos por hábito de compra, faz os alertas
de possível fraude e apaga o cadastro que ficou sem movimento, depois de um aviso (seção 4). Um alerta só avisa os
responsáveis pela loja: muitas compras num dia, compras em seguida ou um valor bem acima do comum, por exemplo. Ele não
muda o seu saldo nem impede um resgate. **Reter resgates é sempre decisão de uma pessoa da loja**, que olha o alerta e
libera os resgates quando o encerra.

Você pode pedir à loja que uma pessoa reveja qualquer uma dessas decisões, também um resgate retido, e que explique
como ela foi tomada (LGPD, art. 20).`;
}

function receivers(merchant: DocumentMerchantRow): string {
  const providers = merchant.providers.map((provider) => PROVIDER_NAMES[provider as Provider]);
  const tags = [
    merchant.gtm_id !== null && 'Google Tag Manager',
    merchant.meta_pixel_id !== null && 'Meta (Facebook e Instagram)',
  ].filter((tag) => tag !== false);
  const items = [
    `**Funcionários da loja**, cada um conforme a sua função.${merchant.mask_contacts ? ' Telefone e email aparecem para o caixa com uma parte oculta.' : ''}`,
    !merchant.statement_protected &&
      '**Quem digita o seu telefone** na página do saldo: vê o saldo e o histórico, sem nome e sem email.',
    `**${PRODUCT_NAME}**, que opera o sistema em nome da loja, e as empresas que a ajudam{{empresas}}.`,
    '**O servidor de email**, que leva os códigos, o aviso antes de apagar e as respostas aos seus pedidos: o seu email e o texto de cada mensagem.',
    ...providers.map(
      (name) =>
        `**${name}**, que envia emails em nome da loja: nome, email, telefone, saldo, total de compras e marcas sobre o uso do programa, ${
          merchant.sends_without_consent
            ? 'também sem o seu consentimento, sem nova inscrição para ofertas'
            : 'somente com o seu consentimento'
        }.`,
    ),
    merchant.has_webhooks &&
      '**Outros sistemas da loja**, avisados de cadastros, compras, resgates e consentimentos: telefone, nome, email e valores.',
    merchant.has_api_keys &&
      '**Programas da loja ou de quem ela contratou**, como o do caixa, que consultam clientes e registram compras.',
    tags.length > 0 &&
      `**${tags.join(' e ')}**, somente se você aceitar no aviso da página: a página visitada, o valor e um código feito do seu telefone, sem o número nem o nome.`,
    '**Autoridades**, quando a lei obriga.',
  ].filter((item) => item !== false);
  return `## 3. Quem recebe

${items.map((item) => `- ${item}`).join('\n')}

A loja não vende os seus dados. Esta lista acompanha o que a loja usa hoje.`;
}

function kept(inactivityMonths: number): string {
  return `## 4. Por quanto tempo

- **Cadastro, compras e resgates:** enquanto você participa do programa, ou até você pedir para apagar.
- **Sem movimento:** depois de ${inactivityMonths} meses sem compra, resgate ou correção, os seus dados são apagados e
  o saldo é cancelado, também o que não vence. O aviso vem ${INACTIVITY_NOTICE_DAYS} dias antes, por email; sem email
  no cadastro, ele aparece somente nas suas páginas e para a loja. Uma compra, ou "Manter meus dados" no aviso,
  mantém tudo.
- **Consentimentos:** enquanto houver o cadastro.
- **Aparelhos conhecidos:** até ${CUSTOMER_DEVICE_TTL_SECONDS / 86_400} dias, ou até você esquecê-los. **PIN:** até ser trocado ou apagado.
  **Códigos por email:** ${CUSTOMER_CODE_TTL_SECONDS / 60} minutos; são apagados dentro de uma hora.
- **Parte do endereço de internet e código do tipo de aparelho:** ${RETENTION_DAYS.confirmation_traces} dias.
- **Conteúdo enviado a outros sistemas da loja:** ${RETENTION_DAYS.delivery_payloads} dias. **Histórico de envios** a serviços de email:
  ${RETENTION_DAYS.integration_sync_log} dias.
- **Respostas guardadas** para que um pedido repetido não valha duas vezes: ${RETENTION_DAYS.idempotency_keys} dias.
- **Registro do que os funcionários fazem:** os detalhes por ${RETENTION_DAYS.audit_details} dias; o endereço de internet deles,
  ${RETENTION_DAYS.audit_addresses} dias.
- **Alertas de possível fraude:** ${countedDays(RETENTION_DAYS.alerts)}, ou enquanto retiverem resgates; depois de apagados os seus dados,
  ficam sem nada que leve a você. **Resgates retidos:** até a loja liberar ou encerrar o alerta.
- **Pedidos de aprovação:** ${countedDays(RETENTION_DAYS.approvals)}.
- **Pedidos sobre dados:** cinco anos depois de encerrados; se os seus dados forem apagados, sem o que identifica você.
- **Depois de apagados os seus dados:** os valores das compras ficam nas contas da loja, sem nada que leve a você.
- **Cópias de segurança:** saem no seu próprio ciclo. Se uma precisar ser usada, o que foi apagado é apagado de novo.`;
}

const CHOICES = `## 5. Ofertas e mensagens

A loja só deve enviar ofertas por email ou WhatsApp se você consentir, e cada consentimento é separado. Participar do
programa não depende disso. Você pode retirar o consentimento quando quiser, de graça; o que foi feito antes
continua válido.`;

const RIGHTS = `## 6. Os seus direitos

Você pode, a qualquer momento e sem custo (LGPD, art. 18): saber se a loja tem dados seus e ver quais são; corrigir
o que está errado; receber uma cópia; saber com quem foram compartilhados; retirar consentimentos; opor-se a um uso;
pedir que uma pessoa reveja o que o sistema decidiu (art. 20); e pedir que sejam apagados.

Use [Meus dados](/meus-dados/{{slug}}) ou peça à loja: telefone {{telefone}} ou no endereço {{endereco}}. Ela confere que o número é seu e responde em até 15
dias. Se apagar tudo, o saldo de cashback é cancelado; a loja avisa antes.

Se não ficar satisfeito, você pode reclamar à Autoridade Nacional de Proteção de Dados
([ANPD](https://www.gov.br/anpd)) e aos órgãos de defesa do consumidor.`;
