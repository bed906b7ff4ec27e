const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const MAX_COMMENT_BYTES = 65_535;

/**
 * The bytes that a ZIP archive says it unzips to, without unzipping it: a reader stops an entry that holds
 * more than it says. undefined if the bytes are no archive, or one whose entries do not say their size.
 */
export function unzippedBytes(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const count = view.getUint16(end + 10, true);
  let offset = view.getUint32(end + 16, true);
  let total = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (offset + ENTRY_LENGTH > bytes.length || view.getUint32(offset, true) !== DIRECTORY_ENTRY)
      return undefined;
    const [size, nameLength] = [view.getUint32(offset + 24, true), view.getUint16(offset + 28, true)];
    const isFolder = bytes[offset + ENTRY_LENGTH + nameLength - 1] === 0x2f;
    if (size === 0 && !isFolder) return undefined;
    total += size;
    offset +=
      ENTRY_LENGTH + nameLength + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true);
  }
  return total;
}

/** The position of the archive's last record, which may be followed by a comment. */
function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END_LENGTH - MAX_COMMENT_BYTES);
  for (let offset = view.byteLength - END_LENGTH; offset >= first; offset -= 1)
    if (view.getUint32(offset, true) === END_OF_DIRECTORY) return offset;
  return undefined;
}
