import type { ColumnMeaning } from 'domain/customer-import';
import { describe, expect, test } from 'vitest';
import { readCustomerFile } from './read-customer-file.ts';

const read = (text: string, columns?: ColumnMeaning[]) => readCustomerFile(Buffer.from(text), { columns });

/** Each column as 'heading: meaning', and each customer as 'line phone name e-mail centavos'. */
async function told(text: string, columns?: ColumnMeaning[]) {
  const file = await read(text, columns);
  return {
    columns: file.columns.map(({ heading, meaning }) => `${heading}: ${meaning}`),
    customers: file.customers.map(({ line, phone, name, email, balanceCents }) =>
      [line, phone, name, email, balanceCents].join(' '),
    ),
    errors: file.errors.map(({ line, message }) => `${line} ${message}`),
  };
}

describe('headings are found and understood', () => {
  test.each<[string, ColumnMeaning[]]>([
    ['Telefone;Nome;Email;Saldo inicial', ['phone', 'name', 'email', 'balance']],
    ['Fone 1;Nome/Razão Social;E-mail;Saldo (R$)', ['phone', 'name', 'email', 'balance']],
    ['TELEFONE_CELULAR;nomeCliente;Correio Eletrônico', ['phone', 'name', 'email']],
    ['Nº do WhatsApp;Nome completo do(a) cliente;E-mail principal', ['phone', 'name', 'email']],
    ['Cód. Área;Celular2;Nome Fantasia;Saldo atual em reais', ['areaCode', 'phone', 'name', 'balance']],
    ['Mobile Phone;First Name;Last Name;Email Address', ['phone', 'name', 'lastName', 'email']],
    ['phone_number,customer_name,customer_email,balance', ['phone', 'name', 'email', 'balance']],
    ['Tel.|Cliente|Cashback', ['phone', 'name', 'balance']],
  ])('%s', async (headings, meanings) => {
    const { columns, rows } = await readHeadings(headings);
    expect(columns).toEqual(meanings);
    expect(rows).toBe(1);
  });

  async function readHeadings(headings: string) {
    const file = await read(
      `${headings}\n${headings.replace(/[^;,|]+/g, (text) => (text.includes('Área') ? '11' : 'xx'))}`,
    );
    return { columns: file.columns.map(({ meaning }) => meaning), rows: file.lines.size };
  }

  test.each([
    ...['CPF', 'Código do cliente', 'Accepts Email Marketing', 'E-mail 1 - Label', 'Phone 1 - Type'],
    ...['Nome da mãe', 'Endereço', 'Default Address City', 'Organization Name', 'Nickname', 'Última compra'],
    ...['Contato', 'Name Prefix', 'Data de Cadastro', 'Problema', 'E-mail marketing', 'Telefone do contador'],
  ])('%s is passed over', async (heading) => {
    const { columns, errors, customers } = await told(`Telefone;${heading}\n11987654321;sim`);
    expect([columns, errors]).toEqual([['Telefone: phone', `${heading}: ignored`], []]);
    expect(customers).toEqual(['2 11987654321   0']);
  });

  test('below titles and merged cells, by the spreadsheet’s line numbers', async () => {
    const above = 'Clientes da Padaria\n\nEmitido em: 27/11/2026;Loja 1\nCliente;;Contato\n';
    expect(await told(`${above}Nome;CPF;Telefone\nAna;1;11987650001`)).toEqual({
      columns: ['Nome: name', 'CPF: ignored', 'Telefone: phone'],
      customers: ['6 11987650001 Ana  0'],
      errors: [],
    });
    const far = 'título\n'.repeat(9);
    expect((await told(`${far}Telefone;Nome\n11987650001;Ana`)).customers).toHaveLength(1);
    expect((await told(`título\n${far}Telefone;Nome\n11987650001;Ana`)).errors).toEqual([
      'null Escolha a coluna que tem o telefone.',
    ]);
  });

  test.each([
    ['sep=;', 'sep=;\r\nTelefone;Nome\r\n11987650001;Ana'],
    ['sep=|', 'SEP=|\nTelefone|Nome\n11987650001|Ana'],
    ['sep=; where commas know more', 'sep=;\nTelefone;Nome;Obs, Email, Saldo, Sobrenome\n11987650001;Ana;x'],
    ['bars', 'Telefone|Nome\n11987650001|Ana'],
    ['commas and a title', 'Clientes; de maio\nTelefone,Nome\n11987650001,Ana'],
  ])('%s', async (_, text) => {
    const line = text.startsWith('Clientes') ? 3 : 2;
    expect(await told(text)).toMatchObject({ customers: [`${line} 11987650001 Ana  0`], errors: [] });
  });

  test.each([
    ['Cliente;Número;Obs', ['Ana;11987650001;', 'Bia;11987650002;whatsapp']],
    ['Cliente;Telefone;Tipo;Preferência', ['Ana;11987650001;Celular;Email', 'Bia;11987650002;;']],
    ['Relatório de clientes\nCliente;Número;Loja', ['Ana;11987650001;1', 'Bia;11987650002;2']],
    ['Minha lista\nQuem;Contato;Loja', ['Ana;11987650001;1', 'Bia;11987650002;2']],
  ])('a customer is never the headings of %s', async (above, lines) => {
    const { customers, errors } = await told([above, ...lines].join('\n'));
    expect([customers.length, errors]).toEqual([2, []]);
  });

  test('a customer above the headings is refused, and not lost', async () => {
    const file = await read('Ana;11987650001\nNome;Telefone\nBia;11987650002');
    expect(file.errors).toEqual([
      { line: 1, column: null, message: 'Esta linha está acima dos nomes das colunas.' },
    ]);
    expect([file.lines.get(1)?.phone, file.asWritten.get(1)]).toEqual(['', 'Ana;11987650001']);
    expect(file.customers).toMatchObject([{ line: 3 }]);
    const apart = await told('Ana;11;987654321\nNome;DDD;Telefone\nBia;11;987650002');
    expect(apart.errors).toEqual(['1 Esta linha está acima dos nomes das colunas.']);
  });

  test('headings in two rows: a blank one is that of the cell above it', async () => {
    expect(
      (await told('Nome;Contato;;;Saldo\n;Telefone;DDD;Email;\nAna;987650001;11;;5,00')).customers,
    ).toEqual(['3 11987650001 Ana  500']);
    expect(
      (await told('Cliente;;Saldo;\nNome;Telefone;Disponível;Validade\nAna;11987650001;50;x')).columns,
    ).toEqual([...['Nome: name', 'Telefone: phone', 'Disponível: asked', 'Validade: ignored']]);
  });

  test('headings that are repeated below are a line of their own', async () => {
    const text = 'Telefone;Nome\n11987650001;Ana\nTelefone;Nome\n11987650002;Bia';
    expect(await told(text)).toMatchObject({
      customers: ['2 11987650001 Ana  0', '4 11987650002 Bia  0'],
      errors: ['3 Número de telefone inválido'],
    });
  });

  test('where no row has headings the first is a customer, and the person names the columns', async () => {
    const text = '11987650001,Ana,"1,50"\n11987650002,Bia,"2,50"';
    expect(await told(text)).toEqual({
      columns: ['Coluna A: ignored', 'Coluna B: ignored', 'Coluna C: asked'],
      customers: [],
      errors: ['null Escolha a coluna que tem o telefone.'],
    });
    expect((await told(text, ['phone', 'name', 'balance'])).customers).toEqual([
      '1 11987650001 Ana  150',
      '2 11987650002 Bia  250',
    ]);
  });

  test('a blank heading has its letter, and a file of too many columns is refused', async () => {
    expect((await told('Telefone;;Nome\n11987650001;vip;Ana')).columns[1]).toBe('Coluna B: ignored');
    const wide = Array.from({ length: 99 }, (_, index) => `c${index}`).join(';');
    const { columns, errors } = await told(`Telefone;${wide}\n11987650001`);
    expect([columns.length, errors]).toEqual([100, []]);
    expect((await told(`Telefone;${wide};x\n11987650001`)).errors).toEqual([
      'null O arquivo tem mais de 100 colunas. Apague as que não são dos clientes.',
    ]);
  });
});

describe('several columns make one', () => {
  test('a number and its area code', async () => {
    const lines = ['11;98765-0001', '(011);987650002', '11;(21) 98765-0003', ';98765-0004', '0;3265-4321'];
    expect(await told(`DDD;Telefone\n${lines.join('\n')}`)).toMatchObject({
      customers: ['2 11987650001   0', '3 11987650002   0', '4 21987650003   0'],
      errors: ['5 Número de telefone inválido', '6 Número de telefone inválido'],
    });
    expect((await told('DDD Celular;Celular\n11;98765-0001\n11;98765-0002')).customers).toHaveLength(2);
    const { lines: written } = await read('DDD;Telefone\n11;98765-00');
    expect(written.get(2)?.phone).toBe('11 98765-00');
  });

  test('of phones the mobile goes first, then others, and those of an address last', async () => {
    const text = [
      'Telefone;Default Address Phone;Celular',
      '1132654321;;11987650001',
      '1132654322;1132654323;',
      ';1132654324;',
    ].join('\n');
    expect((await told(text)).customers).toEqual([
      '2 11987650001   0',
      '3 1132654322   0',
      '4 1132654324   0',
    ]);
  });

  test('a name of two parts, unless the whole one is there', async () => {
    const parts = 'First Name,Last Name,Phone\nAna,Souza,11987650001\n,Lima,11987650002\nCaio,,11987650003';
    expect((await told(parts)).customers.map((customer) => customer.replace(/^\S+ \S+ /, ''))).toEqual([
      'Ana Souza  0',
      'Lima  0',
      'Caio  0',
    ]);
    const both = 'Name,Given Name,Family Name,Phone\nAna Souza,Ana,Souza,11987650001';
    expect((await told(both)).customers).toEqual(['2 11987650001 Ana Souza  0']);
  });

  test('a name that is whole already gets no second part', async () => {
    const text = 'Nome Completo;Nome;Sobrenome;Fone\nAna Maria;Ana;Souza;11987650001';
    expect((await told(text)).customers).toEqual(['2 11987650001 Ana Maria  0']);
    const without = 'Nome Completo;Nome;Sobrenome;Fone\n;Ana;Souza;11987650001';
    expect((await told(without)).customers).toEqual(['2 11987650001 Ana Souza  0']);
    expect((await told('Nome;Sobrenome;Fone\nAna Souza;Souza;11987650001')).customers).toEqual([
      '2 11987650001 Ana Souza  0',
    ]);
    const middle = 'First Name,Middle Name,Last Name,Phone 1 - Value\nJoão,da,Silva,11987650001';
    expect((await told(middle)).customers).toEqual(['2 11987650001 João da Silva  0']);
  });

  test('an area code belongs to the number behind it', async () => {
    const headings = 'DDD Residencial;Fone Residencial;DDD1;CELULAR1';
    const lines = ['11;32654321;21;', '11;32654322;21;987650002', '11;32654323;;987650003'];
    expect(await told(`${headings}\n${lines.join('\n')}`)).toMatchObject({
      customers: ['2 1132654321   0', '3 21987650002   0', '4 1132654323   0'],
      errors: [],
    });
    for (const [text, phones] of [
      ['Celular 1;DDD 1;Celular 2;DDD 2\n987650001;11;987650002;21', ['2 11987650001   0']],
      ['DDD 1;Celular;DDD 2;Fone;WhatsApp\n11;;21;32654321;11987650003', ['2 11987650003   0']],
      ['DDD 1;DDD 2;Celular 1;Celular 2\n11;21;987650001;987650002', []],
      ['DDD;Celular\n11;(11) 8765-43', []],
      ['Celular 1;DDD 1;Celular 2;DDD 2;Celular 3\n987650001;11;987650002;21;', []],
      ['DDD 1;Celular;DDD 2;Fone;Loja;WhatsApp\n11;;21;;31;987650003', []],
    ] as const)
      expect((await told(text)).customers).toEqual(phones);
    expect((await told('Telefone;DDD\n987650001;11')).customers).toEqual(['2 11987650001   0']);
  });

  test('of several numbers the first that is one', async () => {
    const text = [
      'Celular;É WhatsApp?;Telefone;Email',
      '(  )     -    ;Sim;(11) 3265-4321;',
      '0;Não;+55 11 98765-0002 ::: +55 11 3265-4322;a@x.com ::: b@x.com',
      '98765;Sim;;',
    ].join('\n');
    expect(await told(text)).toMatchObject({
      customers: ['2 1132654321   0', '3 11987650002  a@x.com 0'],
      errors: ['4 Número de telefone inválido'],
    });
  });

  test('of two headings of one text each is known', async () => {
    const text = 'Nome;Telefone;Email;Email;Nome\nAna;11987650001;;a@x.com;';
    expect((await told(text)).customers).toEqual(['2 11987650001 Ana a@x.com 0']);
    expect((await told(text)).columns[3]).toBe('Email (coluna d): email');
  });

  test('of a long heading the first hundred characters are read', async () => {
    const heading = `Telefone${' '.repeat(100)}contador`;
    expect((await told(`${heading}\n11987650001`)).customers).toEqual(['2 11987650001   0']);
  });

  test('a weak heading above other things means nothing', async () => {
    expect((await told('Nome;Contato;Recado\nAna;Maria;11987650001')).errors).toEqual([
      'null Escolha a coluna que tem o telefone.',
    ]);
  });

  test('a weak heading means nothing beside a strong one', async () => {
    expect((await told('Cliente;Nome;Número;Fone\n17;Ana;120;11987650001')).columns).toEqual([
      ...['Cliente: ignored', 'Nome: name', 'Número: ignored', 'Fone: phone'],
    ]);
    expect((await told('Cliente;Contato;Número;Rua\n17;11987650001;120;Acácias')).customers).toEqual([
      '2 11987650001   0',
    ]);
    expect((await told('Cliente;Número\nAna;11987650001')).customers).toEqual(['2 11987650001 Ana  0']);
  });
});

describe('a column that seems to hold money is asked about', () => {
  const ASKED = 'null Escolha o que há em cada coluna que parece ter dinheiro.';

  test.each([
    ['Crédito', '50'],
    ['Pontos', '120'],
    ['Saldo devedor', '50,00'],
    ['Valor', '7'],
    ['Observação', 'R$ 5'],
    ['Observação', '12,50'],
    ['Coluna7', '1.234,00'],
    ['Conta', '-50,00'],
    ['Fiado', '70'],
    ['Obs', 'tem R$ 50,00 de saldo'],
    ['Crédito', '50,00 C'],
    ['Saldo (pontos)', '1500'],
    ['Saldo (a receber)', '150,00'],
    ['% Cashback', '5'],
    ['Total Acumulado', '99,90'],
  ])('%s: %s', async (heading, value) => {
    const text = `Telefone;Nome;${heading}\n11987650001;Ana;${value}\n11987650002;Bia;`;
    expect(await told(text)).toMatchObject({
      columns: ['Telefone: phone', 'Nome: name', `${heading}: asked`],
      errors: [ASKED],
      customers: [],
    });
    expect((await told(text, ['phone', 'name', 'ignored'])).customers).toHaveLength(2);
    expect((await told(text, ['phone', 'name', 'asked'])).errors).toEqual([ASKED]);
  });

  test.each([
    ['Crédito', 'aprovado'],
    ['CEP', '01310-100'],
    ['Nascimento', '27.11.1990'],
    ['Idade', '35'],
    ['Crédito', '0,00'],
    ['Crédito desde', '27/11/2026'],
    ['Recado', '1132654321.0'],
    ['E-mail?', 'Sim\n11987650002;Não'],
    ['Cashback', 'Sim\n11987650002;Não'],
    ['Área', 'Vendas'],
    ['Limite de crédito', '500,00'],
    ['Total Spent', '120.00'],
    ['Problema', 'Saldo inicial: Valor acima do limite de R$ 10.000.000,00'],
  ])('not %s: %s', async (heading, value) => {
    expect(await told(`Telefone;${heading}\n11987650001;${value}`)).toMatchObject({
      columns: ['Telefone: phone', `${heading}: ignored`],
      errors: [],
    });
  });

  test('centavos that a comma has cut off are asked about', async () => {
    for (const text of ['Telefone,Saldo,Obs\n11987650001,12,50', 'Telefone,Saldo,Nome\n11987650001,12,5'])
      expect(await told(text)).toMatchObject({ customers: [], errors: [ASKED] });
    for (const text of ['Telefone,Saldo\n11987650001,12,50', 'Nome,Telefone,Saldo\nSilva,11987650001,R$ 1,5'])
      expect((await told(text)).errors).toEqual(['2 A linha tem mais colunas que o cabeçalho.']);
    expect((await told('Telefone,Saldo,Loja\n11987650001,12.00,3')).customers).toEqual([
      '2 11987650001   1200',
    ]);
    const text = 'Telefone,Saldo,Obs\n11987650001,12,50,\n11987650002,7,vip';
    expect((await told(text)).errors).toEqual([ASKED]);
    expect(await told(text, ['phone', 'balance', 'ignored'])).toMatchObject({
      customers: ['3 11987650002   700'],
      errors: ['2 A linha tem mais colunas que o cabeçalho.'],
    });
  });

  test('of two balances none is chosen, unless one of them is empty', async () => {
    const text = 'Telefone;Saldo;Cashback\n11987650001;1,00;2,00';
    expect(await told(text)).toMatchObject({
      columns: ['Telefone: phone', 'Saldo: asked', 'Cashback: asked'],
      errors: [ASKED],
    });
    expect((await told(text, ['phone', 'balance', 'balance'])).errors).toEqual([
      'null Escolha uma só coluna para o saldo inicial.',
    ]);
    expect((await told(text, ['phone', 'ignored', 'balance'])).customers).toEqual(['2 11987650001   200']);
    expect((await told('Telefone;Saldo;Cashback\n11987650001;0,00;2,00')).customers).toEqual([
      '2 11987650001   200',
    ]);
  });
});

describe('quotes that do not pair are their line’s matter', () => {
  test('a quote that swallows the next customer is an error of its line, and gives nobody another’s balance', async () => {
    const apart = 'Nome;DDD;Telefone;Obs\nAna;11;987650001;"abc\nBia;21;987650002;abc"\nCia;11;987650003;';
    expect((await told(apart)).errors).toEqual(['2 Há aspas sem par nesta linha.']);
    const text =
      'Telefone;Obs;Saldo\n11987650001;"falou;1,00\n11987650002;ok";9,00\n11987650003;"a\nb; c";3,00';
    expect(await told(text)).toMatchObject({
      customers: ['3 11987650003   300'],
      errors: ['2 Há aspas sem par nesta linha.'],
    });
  });

  test('blanks beside quotes are not of the cell', async () => {
    const text = 'Phone, Address, Balance\n11987650001, "Rua A, 120, casa" , 50.00';
    expect((await told(text)).customers).toEqual(['2 11987650001   5000']);
    expect(
      (await told('Phone, Address, Balance\n11987650001, "Rua A, 120.00, 50.00\n11987650002,x,1.00')).errors,
    ).toContain('2 Há aspas sem par nesta linha.');
  });
});

describe('exports go in as they are', () => {
  test('this product’s own', async () => {
    const headings =
      'Nome;Telefone;Email;Total Gasto;Cashback Disponível;A Liberar;Total Acumulado;Última Compra;Data de Cadastro';
    const line = 'Caio Reis;(11) 98765-0003;;10,00;125,00;5,00;130,00;27/11/2026;27/11/2026';
    expect(await told(`\ufeff${headings}\n${line}`)).toEqual({
      columns: headings.split(';').map((heading) => `${heading}: ${OWN[heading] ?? 'ignored'}`),
      customers: ['2 11987650003 Caio Reis  12500'],
      errors: [],
    });
  });
  const OWN: Record<string, ColumnMeaning> = {
    ...{ Nome: 'name', Telefone: 'phone', Email: 'email' },
    'Cashback Disponível': 'balance',
  };

  test('of an online store, whose answer about marketing is no consent', async () => {
    const headings =
      'First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Phone,Phone,Total Spent,Total Orders,Note,Tax Exempt';
    expect(
      await told(`${headings}\nAna,Souza,ana@example.com,yes,,,'+5511987650001,120.00,3,,no`),
    ).toMatchObject({ customers: ['2 11987650001 Ana Souza ana@example.com 0'], errors: [] });
  });

  test('of Google’s contacts', async () => {
    const portuguese =
      'Nome,E-mail 1 - Valor,Telefone 1 - Rótulo,Telefone 1 - Valor\nAna,a@x.com,Celular,11987650001';
    expect((await told(portuguese)).customers).toEqual(['2 11987650001 Ana a@x.com 0']);
    const headings =
      'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Nickname,File As,Organization Name,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Label,Address 1 - Formatted';
    const line =
      'Ana,,Souza,,,Nana,,,,"Duas\nlinhas",* myContacts,* Home,ana@example.com,Mobile,+55 11 98765-0001,,,,';
    expect(await told(`${headings}\n${line}`)).toMatchObject({
      customers: ['2 11987650001 Ana Souza ana@example.com 0'],
      errors: [],
    });
  });
});

test.each([
  ['words of a phone', `${'phone '.repeat(2)}${'whatsapp '.repeat(50_000)}x`],
  ['brackets', `Telefone;${'('.repeat(500_000)}`],
  ['letters', 'é'.repeat(1_000_000)],
  ['digits', '1.111'.repeat(300_000)],
  ['quotes', '""x;'.repeat(300_000)],
])('a megabyte of %s is read to its end', async (_, text) => {
  expect((await read(`${text}\n${text}`)).customers).toEqual([]);
});
