import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const SENTENCE = 'João “Zé” da Conceição – R$ 10,00 ou € 2';
const NAMES = 'Telefone;Nome\r\n11987654321;João Antônio Simões\r\n11987654322;Márcia Conceição Araújo\r\n';

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

/** The bytes of text whose letters are given as bytes, such as 'Jo\xc6o'. */
const bytesOf = (text: string) => Buffer.from(text, 'latin1');

test('UTF-8 with and without its mark, and UTF-16 with one, of either order', () => {
  expect(decodeText(Buffer.from(SENTENCE))).toBe(SENTENCE);
  expect(decodeText(Buffer.from(`\ufeff${SENTENCE}`))).toBe(SENTENCE);
  expect(decodeText(Buffer.from(`\ufeff${SENTENCE}`, 'utf16le'))).toBe(SENTENCE);
  expect(decodeText(bigEndian(`\ufeff${SENTENCE}`))).toBe(SENTENCE);
  expect(decodeText(bigEndian('\ufeff–€'))).toBe('–€');
});

test('UTF-16 without a mark, by the zeros of its letters', () => {
  expect(decodeText(Buffer.from(NAMES, 'utf16le'))).toBe(NAMES);
  expect(decodeText(bigEndian(NAMES))).toBe(NAMES);
  expect(decodeText(Buffer.from('nome\0;Ana'))).toBe('nome\0;Ana');
});

test('Windows-1252, its quotation marks, dashes and euro sign too', () => {
  const bytes = [0x4a, 0x6f, 0xe3, 0x6f, 0x20, 0x93, 0x5a, 0xe9, 0x94, 0x20, 0x96, 0x20, 0x80];
  expect(decodeText(Uint8Array.from(bytes))).toBe('João “Zé” – €');
});

test.each([
  ['Jo\xc6o da Concei\x87\xc6o', 'João da Conceição'],
  ['Ant\x93nia Sim\xe4es', 'Antônia Simões'],
  ['Jos\x82', 'José'],
  ['M\xa0rcia', 'Márcia'],
  [
    'Ara\xa3jo; Patr\xa1cia; Ver\x93nica; C\x83ndido; Tet\x88; G\xa2is',
    'Araújo; Patrícia; Verônica; Cândido; Tetê; Góis',
  ],
  ['JO\xc7O DA CONCEI\x80\xc7O', 'JOÃO DA CONCEIÇÃO'],
  ['JO\xc7O', 'JOÃO'],
  ['ANT\xe2NIO; TEREZA DE S\xb5; S\xd2RGIO; MAR\xd6LIA', 'ANTÔNIO; TEREZA DE SÁ; SÊRGIO; MARÍLIA'],
  ['\x90rica; SA\xe9DE; SIM\xe5ES; G\xe0IS', 'Érica; SAÚDE; SIMÕES; GÓIS'],
  ['M\x81ller', 'Müller'],
  ['N\xa7 12, 3\xa6', 'Nº 12, 3ª'],
])('code page 850: %j is %s', (written, text) => {
  expect(decodeText(bytesOf(written))).toBe(text);
});

test.each([
  ['Jos\xe9', 'José'],
  ['Z\xe9', 'Zé'],
  ['C\xe2ndido', 'Cândido'],
  ['SA\xdaDE', 'SAÚDE'],
  ['MENDON\xc7A; LOUREN\xc7O; ENDERE\xc7O', 'MENDONÇA; LOURENÇO; ENDEREÇO'],
  ['Sch\xe4fer; K\xf6nig; K\xd6NIG', 'Schäfer; König; KÖNIG'],
  ['das 8 \xe0s 18, \xe9poca', 'das 8 às 18, época'],
  ['N\xba 12, 3\xaa', 'Nº 12, 3ª'],
  ['\x93casa\x94 \x93CASA\x94', '“casa” “CASA”'],
  ['etc\x85 NIKE\x99 \x80 10, R$\xa010', 'etc… NIKE™ € 10, R$\u00a010'],
  ['Maria\xa0da\xa0Silva', 'Maria\u00a0da\u00a0Silva'],
])('Windows-1252: %j is %s', (written, text) => {
  expect(decodeText(bytesOf(written))).toBe(text);
});

/** As a program writes UTF-8 that it took for Windows-1252. */
const encodedTwice = (text: string) => {
  const windows = new TextDecoder('windows-1252').decode(Buffer.from(text));
  return Buffer.from(windows);
};

test('UTF-8 that was encoded twice is decoded twice', () => {
  expect(decodeText(Buffer.from('JoÃ£o'))).toBe('João');
  expect(decodeText(Buffer.from('CONCEIÃ‡ÃƒO'))).toBe('CONCEIÇÃO');
  expect(decodeText(Buffer.from('CONCEIÃ\u0087Ã\u0083O'))).toBe('CONCEIÇÃO');
  expect(decodeText(encodedTwice(`\ufeff${SENTENCE} José Ângela`))).toBe(`${SENTENCE} José Ângela`);
});

test('what looks encoded twice beside a letter that is right stays as it is', () => {
  for (const text of ['JoÃ£o e José', 'IRMÃ', 'IRMÃ – R$ 10', 'JoÃ£o 漢', 'Â£ 10'])
    expect(decodeText(Buffer.from(text))).toBe(text);
});
