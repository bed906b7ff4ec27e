/**
 * Windows-1252's 0x80 to 0x9F; the five it leaves free stay control characters. Node's own decoder takes them
 * for Latin-1.
 */
const WINDOWS_1252_HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Decodes a file without a declared encoding: UTF-8, UTF-16 where a byte order mark says so (Excel's "Unicode
 * text"), else Windows-1252, which a Brazilian Excel writes. Returns the text without the mark.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes)
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252_HIGH.charAt(character.charCodeAt(0) - 0x80));
  }
}
