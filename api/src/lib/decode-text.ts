/**
 * Windows-1252's 0x80 to 0x9F; the five it leaves free stay control characters. Node's own decoder takes them
 * for Latin-1.
 */
const WINDOWS_1252_HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** 0x80 to 0xFF of the code page that cash registers and other programs of DOS's age write. */
const CODE_PAGE_850_HIGH =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/**
 * A character that is likely in Portuguese between its neighbors. One byte is é in one code page and Ú in the
 * other, likewise â and Ô, Ç and Ã: capitals are likely among capitals. Punctuation proves nothing.
 */
const LIKELY = new RegExp(
  [
    '(?:[áãêíóôúüçñ](?<=\\p{L}.)|õ(?<=\\p{L}.)(?=e)|[éâ](?<=\\p{L}.|(?=\\p{Ll})))(?<!\\p{Lu}{2}.)(?!\\p{Lu})',
    '[ÁÂÃÉÊÍÓÔÕÚÜÑ](?:(?<=\\p{Lu}.)(?!\\p{Ll})|(?<!\\p{L}.)(?=\\p{L}{2}))',
    'Ç(?<=\\p{Lu}.)(?<!O.(?=O))(?!\\p{Ll})',
    'Ö(?<=\\p{Lu}.)(?=\\p{Lu})',
    '[ºª](?<=[\\dNn].)',
    '\\u00a0(?<=\\p{L}{2}.)(?=\\p{L})',
  ].join('|'),
  'gu',
);

/** Letters that a Portuguese text has. One of them must appear when a text is decoded once more. */
const PORTUGUESE = /[áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÜÇºª]/;

/**
 * Decodes a file without a declared encoding: UTF-16 where a byte order mark or the zeros of its letters say
 * so (Excel's "Unicode text"), UTF-8, else Windows-1252, which a Brazilian Excel writes, or code page 850
 * where that gives more letters of Portuguese words. UTF-8 that was encoded twice is decoded twice. Returns
 * the text without the mark.
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findUtf16(bytes);
  if (encoding) return decodedAgain(new TextDecoder(encoding).decode(bytes));
  return decodedAgain(decodeUtf8(bytes) ?? decodeSingleBytes(bytes));
}

function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 2_048);
  const zeros = start.filter((byte) => byte === 0).length;
  const zerosAtOdd = start.filter((byte, at) => byte === 0 && at % 2 === 1).length;
  if (zeros * 4 <= start.length) return undefined;
  if (zerosAtOdd === zeros) return 'utf-16le';
  return zerosAtOdd === 0 ? 'utf-16be' : undefined;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The part of a file that is judged. Two megabytes of accented letters would take a third of a second. */
const SAMPLE_BYTES = 65_536;

/** Decodes by Windows-1252, or by code page 850 if that gives more likely letters in the sample. */
function decodeSingleBytes(bytes: Uint8Array): string {
  const first = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - 2);
  const sample = bytes.subarray(first, first + SAMPLE_BYTES);
  const isDos =
    countLikely(decodedBy(CODE_PAGE_850_HIGH, sample)) > countLikely(decodedBy(WINDOWS_1252_HIGH, sample));
  return decodedBy(isDos ? CODE_PAGE_850_HIGH : WINDOWS_1252_HIGH, bytes);
}

/** `high` are the characters from 0x80 on; bytes beyond its end are Latin-1. */
function decodedBy(high: string, bytes: Uint8Array): string {
  const units = new Uint16Array(bytes).map((byte) =>
    byte < 0x80 ? byte : high.charCodeAt(byte - 0x80) || byte,
  );
  return Buffer.from(units.buffer).toString('utf16le');
}

const countLikely = (text: string) => text.match(LIKELY)?.length ?? 0;

/**
 * Turns 'JoÃ£o' into 'João': text whose UTF-8 was taken for Windows-1252 and encoded once more. It does so
 * only if the whole text was encoded twice; a text with a correct accented letter stays as it is.
 */
function decodedAgain(text: string): string {
  if (!/[ÂÃ][^\p{ASCII}]/u.test(text)) return text;
  const latin1 = text.replace(/[\u0100-\uffff]/g, (character) => {
    const place = WINDOWS_1252_HIGH.indexOf(character);
    return place < 0 ? character : String.fromCharCode(0x80 + place);
  });
  if (/[\u0100-\uffff]/.test(latin1)) return text;
  const decoded = decodeUtf8(Buffer.from(latin1, 'latin1'));
  return decoded !== undefined && PORTUGUESE.test(decoded) ? decoded : text;
}
