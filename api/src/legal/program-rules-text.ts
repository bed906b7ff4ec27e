import { dashboardAddress } from 'domain/dashboard-address';
import { CASHBACK_TOKEN_TTL_SECONDS, REDEMPTION_TOKEN_TTL_SECONDS } from 'domain/lifetimes';
import { formatDayAndTime } from 'domain/local-dates';
import { cashbackCents, formatCents, formatRate } from 'domain/money';
import { PRODUCT_NAME } from 'domain/page-title';
import { largestShareCents } from 'domain/redemption-rules';
import { INACTIVITY_NOTICE_DAYS } from 'domain/retention';
import type { DocumentMerchantRow } from './merchant-documents.sql.ts';
import type { ProgramRulesRow } from './program-rules.sql.ts';
import { fillText } from './render-text.ts';
import { changedRules, countedDays, proofInWords, rulesInWords } from './rules-in-words.ts';
import { unbrokenPhone } from './unbroken-phone.ts';

const EXAMPLE_CENTS = 10_000;
const CASHBACK_CODE = countedDays(CASHBACK_TOKEN_TTL_SECONDS / 86_400);
const REDEMPTION_CODE = `${REDEMPTION_TOKEN_TTL_SECONDS / 60} minutos`;

/**
 * A version of the rules as Markdown, written from the settings that the version holds. `versions`: all of
 * them, the one in force first.
 */
export function programRulesText(
  merchant: DocumentMerchantRow,
  rules: ProgramRulesRow,
  versions: readonly ProgramRulesRow[],
): string {
  const example = exampleCents(rules);
  const sections = [
    summary(rules),
    OFFERED_BY,
    earning(rules),
    maturing(rules),
    expiry(rules),
    redeeming(rules),
    CORRECTIONS,
    lastingCredit(rules.inactivity_months),
    questions(merchant.signup_link_slug),
  ];
  const text = fillText(sections.join('\n\n'), {
    programa: rules.program_name,
    loja: merchant.name,
    endereco: merchant.address,
    telefone: unbrokenPhone(merchant.phone),
    percentual: formatRate(rules.rate_basis_points),
    compra: formatCents(example),
    cashback: formatCents(cashbackCents(example, rules.rate_basis_points)),
  });
  return `${text}\n\n${listVersions(merchant, rules, versions)}`;
}

/** A purchase that earns. */
function exampleCents(rules: ProgramRulesRow): number {
  return Math.max(EXAMPLE_CENTS, rules.earning_min_purchase_cents);
}

function summary(rules: ProgramRulesRow): string {
  const items = rulesInWords(rules).map(({ name, now }) => `- **${name}:** ${plain(now)}`);
  const least = rules.earning_min_purchase_cents;
  const which = least === 0 ? '' : `de ${formatCents(least)} ou mais `;
  return `> **Em resumo.** A cada compra ${which}em que você informa o seu telefone, {{loja}} devolve {{percentual}} do
> valor em crédito para usar na própria loja. Numa compra de {{compra}} você recebe {{cashback}}. Para receber,
> abra o QR Code da compra em até ${CASHBACK_CODE}. Participar é gratuito.

${items.join('\n')}`;
}

const OFFERED_BY = `## 1. Quem oferece o programa

{{programa}} é o programa de cashback da loja {{loja}}, no endereço {{endereco}}, telefone {{telefone}}. A loja
dá o crédito, define estas regras e responde por elas. ${PRODUCT_NAME} é o sistema em que o programa funciona.

Para participar, informe o seu telefone no caixa ou faça o cadastro pelo link da loja. Não há taxa nem
mensalidade. O crédito fica no número que você informou: use sempre o mesmo.`;

function earning({ earning_min_purchase_cents: least }: ProgramRulesRow): string {
  const belowLeast =
    least === 0 ? '' : ` Compras abaixo de ${formatCents(least)} são registradas, mas não rendem cashback.`;
  return `## 2. Como você ganha cashback

1. O caixa registra a compra no seu telefone. Ela rende {{percentual}} do valor, arredondado para o centavo mais
   próximo: {{compra}} em compras dão {{cashback}}.${belowLeast}
2. A loja mostra um QR Code ou envia um link. Abra-o no seu celular: é isso que credita o valor.
3. O código vale por ${CASHBACK_CODE}. Se você não o abrir nesse prazo, a compra não gera crédito.

O percentual é o do momento da compra. Os prazos das seções 3 e 4 são os do momento em que você abre o código.`;
}

function maturing(rules: ProgramRulesRow): string {
  const heading = '## 3. Quando o cashback pode ser usado\n\n';
  if (rules.cashback_available_immediately)
    return `${heading}Na hora: assim que você abre o código, o valor entra no seu saldo disponível.`;
  const days = countedDays(rules.cashback_maturing_days);
  return `${heading}${days} depois que você abre o código, no começo do dia. Até lá o valor aparece no seu saldo como
“a liberar”, com a data, e ainda não pode ser usado.`;
}

function expiry(rules: ProgramRulesRow): string {
  const heading = '## 4. Validade\n\n';
  if (!rules.cashback_expires)
    return `${heading}O cashback recebido nesta versão não vence. Só ${rules.inactivity_months} meses sem movimento o cancelam (seção 7).`;
  return `${heading}Cada crédito vale por ${countedDays(rules.cashback_expiration_days)}, contados do dia em que fica disponível, até o
fim do último dia. Depois disso ele sai do saldo e não volta. O seu saldo mostra o que vence e quando, e o resgate
usa primeiro o crédito que vence antes.`;
}

function redeeming(rules: ProgramRulesRow): string {
  const { redemption_min_balance_cents: balance, redemption_min_purchase_cents: purchase } = rules;
  const { redemption_max_share_basis_points: share } = rules;
  const proof = proofInWords(rules);
  const limits = [
    balance !== null && `Só com saldo disponível de ${formatCents(balance)} ou mais.`,
    purchase !== null && `Só em compras de ${formatCents(purchase)} ou mais.`,
    share !== null &&
      `O cashback paga no máximo ${formatRate(share)} da compra: numa compra de {{compra}}, até ${formatCents(largestShareCents(exampleCents(rules), share))}.`,
    purchase !== null && share === null && 'O resgate não passa do valor da compra.',
  ].filter((limit) => limit !== false);
  const conditions =
    limits.length === 0
      ? 'Não há saldo mínimo, compra mínima nem limite por compra: você usa tudo ou uma parte.'
      : `Você usa tudo ou uma parte do saldo disponível, com estas condições:\n\n${limits.map((limit) => `- ${limit}`).join('\n')}`;
  return `## 5. Como usar o seu cashback

Peça o resgate no caixa e informe o seu telefone. O caixa mostra um QR Code; o valor só sai do seu saldo quando
você o abre no celular. Esse código vale por ${REDEMPTION_CODE}; depois disso, nada é descontado e basta pedir outro.

${conditions}${proof ? `\n\nA loja pede ${proof} uma prova de que é você: um celular conhecido, o seu PIN ou um código por email.` : ''}

Se um movimento parece fraude, uma pessoa responsável pela loja pode reter os seus resgates até verificar o que houve.
A retenção não tira crédito nem muda os prazos da seção 4, e você pode pedir à loja que a reveja.

O crédito vale somente na loja {{loja}}. Ele é um benefício: não rende juros.`;
}

const CORRECTIONS = `## 6. Devoluções, trocas e erros

- **Compra desfeita.** Se você devolve a compra, ou uma parte dela, o cashback correspondente é retirado:
  primeiro o que ela mesma gerou, depois o de outras compras. O seu saldo nunca fica negativo.
- **Se o saldo não cobre.** O que falta não vira dívida e não é descontado de compras futuras. Só um resgate que
  seja desfeito mais tarde pode compensá-lo.
- **Antes de abrir o código.** A parte desfeita não é creditada; o restante é.
- **Resgate desfeito.** O valor volta para os mesmos créditos, com as mesmas datas. O que venceu nesse meio-tempo
  não volta a valer.
- **Erros.** A loja pode corrigir o saldo para mais ou para menos. Cada correção fica registrada com a data, o
  motivo e quem a fez; peça à loja para ver.`;

function lastingCredit(inactivityMonths: number): string {
  return `## 7. O que acontece com o seu crédito

- **Se as regras mudam.** Uma mudança vale a partir da data da nova versão. O crédito que você já recebeu guarda
  o valor, o percentual e as datas. As condições da seção 5 são as do dia do resgate.
- **Se você troca de número ou tem dois cadastros.** Peça à loja: o crédito passa para o número que fica, com as
  mesmas datas. A união de dois cadastros não pode ser desfeita.
- **Se o programa termina.** A loja deve avisar antes e dizer até quando o crédito pode ser usado. O fim do
  programa não tira direitos que você tem por lei.
- **Se você pede para apagar os seus dados.** O saldo é cancelado, porque deixa de haver a quem creditar. A loja
  diz isso antes de apagar.
- **Se você deixa de usar o programa.** Depois de ${inactivityMonths} meses sem compra, resgate ou correção, os seus dados são
  apagados e o saldo é cancelado, também o que não vence. Vale o prazo da versão em vigor. A loja avisa ${INACTIVITY_NOTICE_DAYS}
  dias antes, como diz a política de privacidade dela; uma compra mantém tudo.`;
}

function questions(slug: string): string {
  return `## 8. Dúvidas e reclamações

Fale com {{loja}}: telefone {{telefone}}, {{endereco}}. Se não resolver, procure o Procon da sua cidade ou
[consumidor.gov.br](https://www.consumidor.gov.br).

O que a loja guarda sobre você está na [política de privacidade](/privacidade/${slug}). O seu saldo e o seu
histórico estão em [Meu saldo](${dashboardAddress(undefined, slug)}).`;
}

function listVersions(
  merchant: DocumentMerchantRow,
  shown: ProgramRulesRow,
  versions: readonly ProgramRulesRow[],
): string {
  const items = versions.map((rules, index) => {
    const before = versions[index + 1];
    const since = formatDayAndTime(rules.holds_from.toISOString(), merchant.time_zone);
    const title = `Versão ${rules.version}`;
    const link =
      rules === shown
        ? `**${title}** (esta página)`
        : `[${title}](/regulamento/${merchant.signup_link_slug}?versao=${rules.version})`;
    return `- ${link}, desde ${since}. ${before ? changesOf(before, rules) : 'A primeira.'}`;
  });
  const oldest = versions.at(-1);
  const isLater = oldest !== undefined && oldest.holds_from > merchant.created_at;
  const note =
    '\n\nCréditos de antes da versão 1 não nomeiam uma versão; também eles guardam o valor e as datas que receberam.';
  return `## 9. Versões deste regulamento\n\n${items.join('\n')}${isLater ? note : ''}`;
}

function changesOf(before: ProgramRulesRow, after: ProgramRulesRow): string {
  const changes = changedRules(before, after).map(
    (rule) => `${rule.name}: ${plain(rule.now)} (antes: ${plain(rule.before)})`,
  );
  return changes.length === 0 ? 'Mudou apenas um prazo que não se aplicava.' : `${changes.join('; ')}.`;
}

/** Text that the merchant typed, with Markdown escaped. */
function plain(text: string): string {
  return fillText('{{text}}', { text });
}
