const BASE = 36;
const SMALLEST_THRESHOLD = 1;
const LARGEST_THRESHOLD = 26;
const LAST_CODE_POINT = 0x10ffff;

/** 'aa-4iaz', what follows 'xn--' in a label, to 'açaí' (RFC 3492); undefined for what encodes nothing. */
export function decodePunycode(encoded: string): string | undefined {
  const basic = Math.max(encoded.lastIndexOf('-'), 0);
  const decoded = [...encoded.slice(0, basic)];
  let codePoint = 128;
  let position = 0;
  let bias = 72;
  let next = basic === 0 ? 0 : basic + 1;
  while (next < encoded.length) {
    const before = position;
    let weight = 1;
    for (let threshold = BASE - bias; ; threshold += BASE) {
      const digit = digitOf(encoded[next++]);
      if (digit === undefined) return undefined;
      position += digit * weight;
      const limit = Math.min(Math.max(threshold, SMALLEST_THRESHOLD), LARGEST_THRESHOLD);
      if (digit < limit) break;
      weight *= BASE - limit;
    }
    const length = decoded.length + 1;
    bias = adaptedBias(position - before, length, before === 0);
    codePoint += Math.floor(position / length);
    if (codePoint > LAST_CODE_POINT) return undefined;
    position %= length;
    decoded.splice(position++, 0, String.fromCodePoint(codePoint));
  }
  return decoded.join('');
}

/** 'a' to 'z' are 0 to 25, '0' to '9' are 26 to 35. */
function digitOf(character: string | undefined): number | undefined {
  return character && /[a-z0-9]/.test(character) ? (Number.parseInt(character, BASE) + 26) % BASE : undefined;
}

/** Section 6.1 of the RFC; 700, 38 and the like are its constants. */
function adaptedBias(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / length);
  let bias = 0;
  for (; rest > ((BASE - SMALLEST_THRESHOLD) * LARGEST_THRESHOLD) / 2; bias += BASE) {
    rest = Math.floor(rest / (BASE - SMALLEST_THRESHOLD));
  }
  return bias + Math.floor((BASE * rest) / (rest + 38));
}
