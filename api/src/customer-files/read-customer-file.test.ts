import { type ImportAnswers, MAX_IMPORT_CUSTOMERS } from 'domain/customer-import';
import { describe, expect, test } from 'vitest';
import { readCustomerFile } from './read-customer-file.ts';

const read = (text: string) => readCustomerFile(Buffer.from(text));
const messagesOf = async (text: string) =>
  (await read(text)).errors.map(({ line, column, message }) => `${line} ${column}: ${message}`);

const MARIA = {
  line: 2,
  phone: '11987654321',
  name: 'Maria da Silva',
  email: 'maria@loja.example',
  balanceCents: 1_050,
};

describe('the formats that spreadsheets write are understood', () => {
  test.each([
    [
      'semicolons',
      'Telefone;Nome;Email;Saldo inicial\r\n(11) 98765-4321;Maria da Silva;maria@loja.example;10,50',
    ],
    ['commas', 'nome,celular,saldo,e-mail\n"Maria da Silva",+55 11 98765-4321,"10,50",Maria@Loja.example\n'],
    ['tabs', 'E-MAIL\tSaldo\tWhatsApp\tNOME\rmaria@loja.example\tR$ 10,50\t11987654321\tMaria da Silva\r'],
    [
      'a mark',
      '\ufeffTelefone;Nome;Email;Saldo\n11987654321; Maria da Silva ;maria@loja.example; R$\u00a010,50 ',
    ],
    [
      'a point',
      'Fone;Cliente;Correio eletrônico;Cashback\n11987654321;Maria da Silva;maria@loja.example;10.5',
    ],
  ])('with %s', async (_, text) => {
    expect(await read(text)).toMatchObject({ customers: [MARIA], errors: [], isBlocked: false });
  });

  test('Windows-1252, quoted separators and doubled quotes', async () => {
    const text = 'Telefone;Nome\r\n1132104567;"Jo\u00e3o ""Z\u00e9""; \u00d3tica"\r\n';
    expect((await readCustomerFile(Buffer.from(text, 'latin1'))).customers).toMatchObject([
      { phone: '1132104567', name: 'João "Zé"; Ótica', email: null, balanceCents: 0 },
    ]);
  });

  test('blank lines are skipped, but counted as the spreadsheet counts', async () => {
    const { customers, errors } = await read('\nTelefone;Nome\n\n;;\n11987654321;\n\n1132104567;B\n\n');
    expect(errors).toEqual([]);
    expect(customers).toMatchObject([
      { line: 5, name: null },
      { line: 7, name: 'B' },
    ]);
  });

  test('phones as programs and people write them', async () => {
    const cells = [
      '="11987650003"',
      "'11987650003",
      '11987650003.0',
      '+55 (011) 98765-0003',
      '0 15 11 98765‑0003',
    ];
    for (const cell of [...cells, 'https://wa.me/5511987650003']) {
      const { customers, errors } = await read(`Telefone;Nome\n${cell};Ana`);
      expect([cell, customers[0]?.phone, errors]).toEqual([cell, '11987650003', []]);
    }
  });

  test('quotes inside a name belong to it', async () => {
    const names = ['Ana "Nana" Souza', 'Zé "Pequeno"', '"Nana" Souza', 'Ma"ria'];
    for (const name of names) {
      const { customers, errors } = await read(`Telefone;Nome\n11987654321;${name}\n1132104567;Bia`);
      expect([errors, customers.map((customer) => customer.name)]).toEqual([[], [name, 'Bia']]);
    }
  });

  test('amounts, to the centavo', async () => {
    const amounts = ['', '-', ' R$ -   ', '0', '0,00', '10', '1.234,56', 'r$ 1.234.567,89', '10,5', '0,07'];
    const lines = amounts.map((amount, index) => `119876543${10 + index};"${amount}"`);
    const { customers, errors } = await read(`Telefone;Saldo\n${lines.join('\n')}`);
    expect(errors).toEqual([]);
    expect(customers.map((customer) => customer.balanceCents)).toEqual([
      0, 0, 0, 0, 0, 1_000, 123_456, 123_456_789, 1_050, 7,
    ]);
  });

  test('a name that looks like a formula is a name', async () => {
    const names = ['=HYPERLINK("http://x")', '+55', '-1', '@x', "'=1+1"];
    const lines = names.map((name, index) => `119876543${10 + index};"${name.replaceAll('"', '""')}"`);
    const { customers } = await read(`Telefone;Nome\n${lines.join('\n')}`);
    expect(customers.map((customer) => customer.name)).toEqual(names);
  });
});

describe('a column of balances is read in one way', () => {
  const balancesOf = async (amounts: string[], mark?: 'comma' | 'dot') => {
    const lines = amounts.map((amount, index) => `119876543${10 + index};"${amount}"`);
    const file = await readCustomerFile(Buffer.from(`Telefone;Saldo\n${lines.join('\n')}`), {
      decimalMark: mark,
    });
    return { ...file, cents: file.customers.map(({ balanceCents }) => balanceCents) };
  };

  test.each([
    ['one decimal after a dot', ['12.5', '1.234', '0.125', '30.0'], [1_250, 123, 13, 3_000], 2],
    ['a group that begins with 0', ['0.125', '1.234'], [13, 123], 2],
    ['four digits before a dot', ['1234.567', '1.234'], [123_457, 123], 2],
    ['four decimals', ['1.2345', '1.234'], [123, 123], 2],
    ['commas between groups', ['1,234.56', '1.500'], [123_456, 150], 0],
    ['two decimals after a comma', ['10,50', '1.234'], [1_050, 123_400], 0],
    ['two dots', ['1.234.567', '1.234'], [123_456_700, 123_400], 0],
    ['decimals of half a centavo', ['1,005', '2,5'], [101, 250], 1],
    ['whole reais', ['1234', '10', ''], [123_400, 1_000, 0], 0],
  ])('%s', async (_, amounts, cents, roundedCount) => {
    expect(await balancesOf(amounts)).toMatchObject({ cents, roundedCount, errors: [], doubtedBalances: [] });
  });

  test('where both readings are possible the person is asked, and nothing is taken', async () => {
    const amounts = ['10', '1.234', '1.234', '2.500', '5,000', '7.100'];
    expect(await balancesOf(amounts)).toMatchObject({
      cents: [],
      isBlocked: true,
      doubtedBalances: [
        { text: '1.234', commaCents: 123_400, dotCents: 123 },
        { text: '2.500', commaCents: 250_000, dotCents: 250 },
        { text: '5,000', commaCents: 500, dotCents: 500_000 },
      ],
    });
    const comma = [1_000, 123_400, 123_400, 250_000, 500, 710_000];
    expect(await balancesOf(amounts, 'comma')).toMatchObject({ cents: comma, errors: [] });
    const dot = [1_000, 123, 123, 250, 500_000, 710];
    expect(await balancesOf(amounts, 'dot')).toMatchObject({ cents: dot, errors: [], roundedCount: 2 });
  });

  test('where a column proves both, too; then a value that the answer cannot read is its line’s matter', async () => {
    const amounts = ['12.5', '1.234.567'];
    expect((await balancesOf(amounts)).doubtedBalances).toEqual([
      { text: '12.5', commaCents: null, dotCents: 1_250 },
      { text: '1.234.567', commaCents: 123_456_700, dotCents: null },
    ]);
    expect(await balancesOf(amounts, 'dot')).toMatchObject({
      cents: [1_250],
      errors: [{ line: 3, message: 'Valor não entendido: escreva como 1234.56' }],
    });
  });
});

describe('a phone that may be mistyped is an error of its line until a person has answered', () => {
  const FIELD_FILE =
    'Telefone;Nome;Saldo\n(11) 8765-4321;Maria (cadastro antigo);10,00\n(11) 98765-4321;Maria;5,00';
  const readBy = async (text: string, answers: ImportAnswers) => {
    const { customers, errors, ...file } = await readCustomerFile(Buffer.from(text), answers);
    const phones = customers.map(({ line, phone }) => `${line} ${phone}`);
    return { ...file, phones, problems: errors.map(({ line, message }) => `${line} ${message}`) };
  };
  const REPEATED = '3 Telefone repetido: já está na linha 2';

  test.each<[ImportAnswers, string[], string[]]>([
    [{}, ['3 11987654321'], ['2 Falta um dígito? Celulares têm 11']],
    [{ addNinthDigit: true }, ['2 11987654321'], [REPEATED]],
    [{ takeDoubted: true }, ['2 1187654321'], [REPEATED]],
    [{ addNinthDigit: true, takeDoubted: true }, ['2 11987654321'], [REPEATED]],
  ])('one person in both spellings, answered %j', async (answers, phones, problems) => {
    expect(await readBy(FIELD_FILE, answers)).toMatchObject({
      ...{ phones, problems, isBlocked: false },
      doubtedPhones: [{ line: 2, phone: '1187654321', whole: '11987654321' }],
    });
  });

  test('the shorter spelling repeats the whole one that is before it', async () => {
    const text = 'Telefone\n11987654321\n1187654321';
    expect(await readBy(text, {})).toMatchObject({ problems: ['3 Falta um dígito? Celulares têm 11'] });
    for (const answers of [{ addNinthDigit: true }, { takeDoubted: true }] as const)
      expect(await readBy(text, answers)).toMatchObject({ phones: ['2 11987654321'], problems: [REPEATED] });
  });

  test.each<[ImportAnswers, string[], string[]]>([
    [
      {},
      ['5 1132654321'],
      [
        '2 Falta um dígito? Celulares têm 11',
        '3 Celulares têm um 9 depois do DDD',
        '4 Esse DDD não existe',
        '6 Esse DDD não existe',
      ],
    ],
    [
      { addNinthDigit: true },
      ['2 11987654321', '5 1132654321'],
      ['3 Celulares têm um 9 depois do DDD', '4 Esse DDD não existe', '6 Esse DDD não existe'],
    ],
    [
      { takeDoubted: true },
      ['2 1187654321', '3 11887654321', '4 23987654321', '5 1132654321', '6 2376543210'],
      [],
    ],
    [
      { addNinthDigit: true, takeDoubted: true },
      ['2 11987654321', '3 11887654321', '4 23987654321', '5 1132654321', '6 2376543210'],
      [],
    ],
  ])('each doubt, answered %j', async (answers, phones, problems) => {
    const text = 'Telefone\n1187654321\n11887654321\n23987654321\n1132654321\n2376543210';
    const file = await readBy(text, answers);
    expect(file).toMatchObject({ phones, problems });
    expect(file.doubtedPhones.map(({ line, whole }) => [line, whole])).toEqual([
      [2, '11987654321'],
      [3, undefined],
      [4, undefined],
      [6, undefined],
    ]);
  });
});

describe('errors are reported with line and column', () => {
  test.each([
    ['', 'null null: O arquivo está vazio.'],
    [' \r\n\t\n', 'null null: O arquivo está vazio.'],
    ['Telefone;Nome\n', 'null null: O arquivo tem só o cabeçalho: não há clientes para importar.'],
    ['Nome;Email\nMaria;', 'null null: Escolha a coluna que tem o telefone.'],
    ['Telefone;Vale\n11987654321;1', 'null null: Escolha o que há em cada coluna que parece ter dinheiro.'],
    ['Telefone\n11987654321;x\n1132654321', '2 null: A linha tem mais colunas que o cabeçalho.'],
    ['Telefone;Nome\n;Maria', '2 Telefone: Falta o telefone'],
    ['Telefone\n987654321', '2 Telefone: Número de telefone inválido'],
    ['Telefone\n11 9876x-54321', '2 Telefone: Número de telefone inválido'],
    ['Telefone\n(11) 98765-4321 / 3265-4321', '2 Telefone: Número de telefone inválido'],
    ['Telefone\n123.456.789-09', '2 Telefone: Isto parece um CPF. Informe o telefone, com DDD'],
    [
      'Telefone\n"1,19876543E+10"',
      '2 Telefone: O Excel alterou este número: formate a coluna como Texto e digite-o de novo',
    ],
    ['Fone\n11987654321\n\n(11)98765-4321', '4 Telefone: Telefone repetido: já está na linha 2'],
    ['Fone;Email\n11987654321;maria', '2 Email: Email inválido'],
    [
      'Fone;Nome\n11987654321;Ma\u0000ria',
      '2 Nome: Há caracteres invisíveis. Apague-os ou digite o texto de novo',
    ],
    [
      'Fone;Nome\n11987654321;"Ma\nria"',
      '2 Nome: Há caracteres invisíveis. Apague-os ou digite o texto de novo',
    ],
    [`Fone;Nome\n11987654321;${'x'.repeat(121)}`, '2 Nome: Use no máximo 120 caracteres'],
    ['Fone;Nome\n11987654321;#N/D', '2 Nome: A planilha mostra um erro nesta célula'],
    ['Fone;Nome\n11987654321;########', '2 Nome: A planilha mostra um erro nesta célula'],
    ['Fone;Saldo\n11987654321;dez', '2 Saldo inicial: Valor não entendido: escreva como 1.234,56'],
    ['Fone;Saldo\n11987654321;=5+5', '2 Saldo inicial: Valor não entendido: escreva como 1.234,56'],
    ['Fone;Saldo\n11987654321;1.23.456', '2 Saldo inicial: Valor não entendido: escreva como 1.234,56'],
    [
      'Fone;Saldo\n11987654321;1.234',
      'null null: Os saldos podem ser lidos de dois modos. Escreva todos como 1.234,56.',
    ],
    ['Fone;Saldo\n11987654321;-10,00', '2 Saldo inicial: O saldo não pode ser negativo'],
    ['Fone;Saldo\n11987654321;R$ (10,00)', '2 Saldo inicial: O saldo não pode ser negativo'],
    ['Fone;Saldo\n11987654321;10.000.000,01', '2 Saldo inicial: Valor acima do limite de R$ 10.000.000,00'],
    ['Fone;Nome\n11987654321;"Maria', '2 null: Há aspas sem par nesta linha.'],
    [
      'PK\u0003\u0004 etc',
      'null null: Este é um arquivo do Excel. No Excel, use Salvar como › .xlsx ou CSV e envie o arquivo salvo.',
    ],
  ])('%j', async (text, message) => {
    expect(await messagesOf(text)).toEqual([message]);
  });

  test.each([
    '+1 305 555 0123',
    '+598 94 123 456',
    '+591 7 123 4567',
    '+33 6 12 34 56 78',
    '+56 9 1234 5678',
  ])('%s is of another country', async (phone) => {
    expect(await messagesOf(`Telefone;Nome\n${phone};Ana`)).toEqual([
      '2 Telefone: Este número é de outro país. Informe um do Brasil, com DDD',
    ]);
  });

  test('all errors of all lines are reported, and valid lines are kept', async () => {
    const { customers, errors } = await read('Fone;Email;Saldo\n1;x;y\n11987654321;;\n2;;');
    expect(errors.map(({ line }) => line).sort()).toEqual([2, 2, 2, 4]);
    expect(customers).toMatchObject([{ line: 3 }]);
  });

  test('ten thousand customers are accepted, one more is too many', async () => {
    const lines = Array.from({ length: MAX_IMPORT_CUSTOMERS + 1 }, (_, index) => `119${10_000_000 + index}`);
    const most = await read(`Telefone\n${lines.slice(1).join('\n')}`);
    expect([most.customers.length, most.errors]).toEqual([MAX_IMPORT_CUSTOMERS, []]);
    const many = await messagesOf(`Telefone\n${lines.join('\n')}`);
    expect(many).toEqual(['null null: O arquivo tem mais de 10.000 clientes. Divida-o em partes.']);
    expect(await messagesOf(`Telefone${';'.repeat(1_000_000)}\n11987654321`)).toEqual([
      'null null: O arquivo tem mais de 100 colunas. Apague as que não são dos clientes.',
    ]);
  });

  test.each([
    ['\\n', `Telefone\n${'\n'.repeat(900_000)}`],
    ['\\r\\n', `Telefone\r\n${'\r\n'.repeat(900_000)}`],
    ['\\r', `Telefone\r${'\r'.repeat(900_000)}`],
    ['\\n in quotes', `Telefone\n"${'\n'.repeat(900_000)}"`],
  ])('a file of 900,000 line ends %s is refused', async (_, text) => {
    expect(await messagesOf(text)).toEqual([
      'null null: O arquivo tem mais de 10.000 clientes. Divida-o em partes.',
    ]);
  });

  test.each([
    ['zero width', 'Ma\u200bria'],
    ['right to left', 'Maria \u202egro.elpmaxe'],
  ])('a name with an invisible character (%s) is reported with its line', async (_, name) => {
    expect(await messagesOf(`Telefone;Nome\n11987654321;Ana\n11987654322;${name}`)).toEqual([
      '3 Nome: Há caracteres invisíveis. Apague-os ou digite o texto de novo',
    ]);
  });
});

describe('an error of one line spares the others; one of the whole file does not', () => {
  test.each([
    ['Telefone;Nome\nx;Maria\n11987654321;João', false],
    ['Telefone;CPF\n11987654321;1', false],
    ['Telefone;Vale\n11987654321;1', true],
    ['Nome\nMaria', true],
    ['Telefone;Nome\n11987654321;Maria\n11987654322;"João', false],
    ['', true],
  ])('%j', async (text, isBlocked) => {
    expect((await read(text)).isBlocked).toBe(isBlocked);
  });

  test('lines are kept as they stand, and the column of problems is passed over', async () => {
    const { lines, errors } = await read(
      'Problema;Nome;Telefone\nTelefone: errado;Maria; 11 9876\n\n;;11987654321',
    );
    expect([...lines]).toEqual([
      [2, { name: 'Maria', phone: ' 11 9876', email: '', balance: '' }],
      [4, { name: '', phone: '11987654321', email: '', balance: '' }],
    ]);
    expect(errors).toMatchObject([{ line: 2, column: 'Telefone' }]);
  });
});
