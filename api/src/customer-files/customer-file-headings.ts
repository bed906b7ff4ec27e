import { type ColumnMeaning, REFUSED_LINES_COLUMN } from 'domain/customer-import';

/** Understands the headings of points of sale, spreadsheets, online stores and address books. */

type Known = Exclude<ColumnMeaning, 'ignored' | 'asked'>;

interface Vocabulary {
  /** A heading of this meaning contains at least one of these words. */
  needed: ReadonlySet<string>;
  /** It contains only these words and those of `SAYS_NOTHING`. */
  allowed: ReadonlySet<string>;
}

const wordsOf = (text: string) => text.split(' ');

function vocabulary(needed: string, beside = ''): Vocabulary {
  return { needed: new Set(wordsOf(needed)), allowed: new Set(wordsOf(`${needed} ${beside}`)) };
}

/** The first meaning that fits a heading is taken. */
const VOCABULARIES: readonly (readonly [Known, Vocabulary])[] = [
  ['areaCode', vocabulary('ddd area', 'cod codigo code movel fixo residencial res comercial')],
  [
    'phone',
    vocabulary(
      'telefone telefones telephone fone fones tel phone celular celulares cel cell cellphone mobile whatsapp whats wpp zap',
      'app ddd movel fixo residencial res comercial home work business primary other billing main default address',
    ),
  ],
  [
    'email',
    vocabulary('email emails mail correio', 'eletronico endereco address home work business primary billing'),
  ],
  ['lastName', vocabulary('sobrenome surname last family ultimo middle additional meio', 'nome name')],
  ['name', vocabulary('nome name razao', 'social fantasia completo full first given primeiro')],
  [
    'balance',
    vocabulary('saldo cashback balance', 'inicial atual disponivel opening current available reais'),
  ],
];
const SAYS_NOTHING = new Set(
  wordsOf(
    'de da do das dos o a os as s com para p e em ou of cliente clientes customer contato contact principal n no numero number value valor',
  ),
);
/** A heading of this one word has the meaning only if no other heading has it and the values fit. */
const WEAK: Partial<Record<string, Known>> = {
  cliente: 'name',
  customer: 'name',
  numero: 'phone',
  contato: 'phone',
};

const OF_MONEY = new Set(
  wordsOf(
    'saldo saldos balance cashback cash credito creditos credit crediario bonus ponto pontos pontuacao points ' +
      'recompensa recompensas rewards milhas moedas carteira wallet vale gift fidelidade premio haver fiado ' +
      'divida debito devedor limite valor vlr total amount dinheiro reais disponivel acumulado resgatavel liberar receber pagar gasto spent spend',
  ),
);
/** These columns are ignored without a question: their sums are no balances. */
const PASSED_OVER = new Set([
  REFUSED_LINES_COLUMN.toLowerCase(),
  ...['total spent', 'total spend', 'total orders', 'total de compras', 'total comprado', 'valor gasto'],
  ...['ticket medio', 'limite de credito', 'limite credito'],
]);
/** In this product's own export this column is the balance, and `OWN_SUMS` are ignored. */
const OWN_BALANCE = 'cashback disponivel';
const OWN_SUMS = new Set(['total gasto', 'a liberar', 'total acumulado']);

const MOBILE = new Set(wordsOf('celular celulares cel cell cellphone mobile movel whatsapp whats wpp zap'));
const OF_A_PLACE = new Set(
  wordsOf('fixo residencial res comercial home work business other billing address'),
);

/** What the text of a heading says about its column. */
export interface Heading {
  /** As it is shown to a person. */
  text: string;
  meaning: Known | undefined;
  /** True if the meaning needs a column of fitting values, and no other heading of that meaning. */
  isWeak: boolean;
  isOfMoney: boolean;
  /** True if the column is ignored without a question. */
  isPassedOver: boolean;
  isOfAreaCode: boolean;
  /** Columns of one meaning are read from the lowest rank up: mobile phones, others, a place's phones. */
  rank: number;
  /** 0: a whole name ('Nome completo'); 1: 'Nome', which may be whole; 2: a first name. */
  part: number;
}

/** Headings are shorter. Reading all of a cell of two megabytes would take seconds. */
const MAX_READ_CHARACTERS = 100;
const MAX_SHOWN_CHARACTERS = 50;

/** The words of 'Nome/Razão Social' or 'E-mail 1 - Value', without capitals, accents and numbers. */
function plainWords(heading: string): string[] {
  const plain = heading
    .normalize('NFKD')
    .replace(/\p{M}|r\$/giu, '')
    .replaceAll('%', ' porcento ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/\b(e|cash|whats)[- ](?=mail|back|app)/g, '$1')
    .replace(/[^a-z]+/g, ' ')
    .trim();
  return plain === '' ? [] : plain.split(' ');
}

/** Reads the cells of a row as headings. */
export function readHeadings(cells: readonly string[]): Heading[] {
  const rows = cells.map((cell) => plainWords(cell.slice(0, MAX_READ_CHARACTERS)));
  const isOwn = rows.some((words) => words.join(' ') === OWN_BALANCE);
  return rows.map((words, index): Heading => {
    const all = words.join(' ');
    const telling = words.filter((word) => !SAYS_NOTHING.has(word));
    const [strong] =
      VOCABULARIES.find(
        ([, { needed, allowed }]) =>
          telling.some((word) => needed.has(word)) && telling.every((word) => allowed.has(word)),
      ) ?? [];
    const has = (vocabulary: ReadonlySet<string>) => words.some((word) => vocabulary.has(word));
    return {
      text: shortened((cells[index] ?? '').slice(0, MAX_READ_CHARACTERS).replace(/\s+/g, ' ').trim()),
      meaning: strong ?? (telling.length === 0 ? WEAK[all] : undefined),
      isWeak: strong === undefined,
      isOfMoney: has(OF_MONEY),
      isPassedOver: PASSED_OVER.has(all) || (isOwn && OWN_SUMS.has(all)),
      isOfAreaCode: words.includes('ddd'),
      rank: has(MOBILE) ? 0 : has(OF_A_PLACE) ? 2 : 1,
      part: has(WHOLE) ? 0 : has(PART) ? 2 : 1,
    };
  });
}

const WHOLE = new Set(['completo', 'full']);
const PART = new Set(['first', 'given', 'primeiro']);

/** Cuts a text to the length in which the screen shows it. */
export function shortened(text: string): string {
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS - 1)}…` : text;
}
