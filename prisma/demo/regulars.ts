import { newId } from '../../api/src/lib/id.ts';
import type { Random } from './random.ts';

/** A customer of the demo's bakery, whose visits `visits.ts` makes up. */
export interface Regular {
  id: string;
  phone: string;
  name: string | null;
  email: string | null;
  /** Signed up by the link, before the first purchase; the others came with a purchase. */
  isSignedUp: boolean;
  firstDaysAgo: number;
  /** From then on the customer stays away; below 0 for those who still come. */
  lastDaysAgo: number;
  daysBetweenVisits: number;
}

const COUNT = 346;
const OPENED_DAYS_AGO = 424;
/** The campaign brought new customers in these days. */
const CAMPAIGN_SHARE = 0.12;

const FIRST_NAMES = `
  Adriana Alice Aline Antônio Bruno Camila Cláudia Cristiane Daniel Débora Eduardo Elaine Fábio
  Fernanda Francisco Gabriela Gustavo Helena Igor Isabela João Júlia Larissa Leandro Letícia Lucas
  Luiza Marcelo Mariana Mateus Natália Otávio Patrícia Paulo Priscila Regina Renato Roberta Rodrigo
  Sandra Simone Sônia Tatiane Tereza Thiago Vanessa Vera Vinícius Yasmin Zilda
`
  .trim()
  .split(/\s+/);
const LAST_NAMES = `
  Almeida Alves Araújo Barbosa Barros Batista Campos Cardoso Carvalho Castro Costa Cunha Dias Duarte
  Farias Fernandes Freitas Gomes Gonçalves Lopes Machado Martins Mendes Moraes Moreira Nascimento
  Nogueira Oliveira Pereira Pinto Ramos Ribeiro Rocha Rodrigues Santana Silva Silveira Teixeira Vieira
  Xavier
`
  .trim()
  .split(/\s+/);

/** How often they come, by kind of customer, and how many of them there are. */
const KINDS = [
  { share: 0.2, daysBetweenVisits: 7 },
  { share: 0.42, daysBetweenVisits: 20 },
  { share: 0.38, daysBetweenVisits: 62 },
] as const;

export function makeRegulars(
  random: Random,
  campaign: { fromDaysAgo: number; toDaysAgo: number },
): Regular[] {
  return Array.from({ length: COUNT }, (_, index) => {
    const isOfCampaign = random.chance(CAMPAIGN_SHARE);
    const firstDaysAgo = isOfCampaign
      ? campaign.toDaysAgo + random.number() * (campaign.fromDaysAgo - campaign.toDaysAgo)
      : // More at the start, when everybody in the street hears of it.
        OPENED_DAYS_AGO * (1 - random.number() ** 1.4);
    const isSignedUp = random.chance(0.45);
    const isNamed = isSignedUp || random.chance(0.5);
    const name = `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
    const stays = random.chance(0.62);
    return {
      id: newId(Date.now() - firstDaysAgo * 86_400_000),
      // Numbers of 11 9900-0000 and up, which the demo's named customers do not have.
      phone: `119${90_000_000 + index * 7_919 + 1_234}`,
      name: isNamed ? name : null,
      email: isSignedUp && random.chance(0.6) ? `${emailName(name)}.${index}@exemplo.com.br` : null,
      isSignedUp,
      firstDaysAgo,
      lastDaysAgo: stays ? -1 : firstDaysAgo * random.number(),
      daysBetweenVisits: kindOf(random.number()).daysBetweenVisits,
    };
  });
}

function kindOf(number: number): (typeof KINDS)[number] {
  const [often, sometimes, rarely] = KINDS;
  if (number < often.share) return often;
  return number < often.share + sometimes.share ? sometimes : rarely;
}

function emailName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z ]/gi, '')
    .toLowerCase()
    .replace(' ', '.');
}
