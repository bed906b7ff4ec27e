import { crc32, deflateRawSync } from 'node:zlib';

/** How programs other than Excel write an archive. */
interface Writing {
  /** Sizes and offsets as Zip64's wide numbers, and the directory's own place. */
  isWide?: boolean;
  /** A size that is said in place of the real one. */
  claimedSize?: number;
  /** Sizes only behind the data: in a record with a mark, without one, or a wide one. */
  describedBy?: 'marked' | 'unmarked' | 'wide';
  isStored?: boolean;
}

const numbers = (bytes: number) => (value: number) => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value));
  else buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};
const [short, long, wide] = [numbers(2), numbers(4), numbers(8)];

/** A ZIP archive. */
export function archiveOf(files: Record<string, string | Uint8Array>, writing: Writing = {}): Uint8Array {
  const { isWide, claimedSize, describedBy, isStored } = writing;
  const [local, directory]: [Buffer[], Buffer[]] = [[], []];
  for (const [path, file] of Object.entries(files)) {
    const content = Buffer.from(file);
    const data = isStored ? content : deflateRawSync(content);
    const name = Buffer.from(path);
    const checksum = long(crc32(content));
    const size = claimedSize ?? content.length;
    const start = Buffer.concat(local).length;
    const flags = [short(45), short(describedBy ? 8 : 0), short(isStored ? 0 : 8), long(0)];
    const sizes = isWide
      ? [long(0xffff_ffff), long(0xffff_ffff)]
      : [long(describedBy ? 0 : data.length), long(describedBy ? 0 : size)];
    const wideSizes = [wide(size), wide(data.length)];
    const extra = (values: Buffer[]) =>
      isWide
        ? Buffer.concat([short(0xcafe), short(2), short(0), short(1), short(8 * values.length), ...values])
        : '';
    const [localExtra, directoryExtra] = [extra(wideSizes), extra([...wideSizes, wide(start)])].map((field) =>
      Buffer.from(field),
    ) as [Buffer, Buffer];
    const descriptor = {
      marked: [long(0x08074b50), checksum, long(data.length), long(size)],
      unmarked: [checksum, long(data.length), long(size)],
      wide: [long(0x08074b50), checksum, wide(data.length), wide(size)],
    };
    local.push(
      ...[long(0x04034b50), ...flags, describedBy ? long(0) : checksum, ...sizes],
      ...[short(name.length), short(localExtra.length), name, localExtra, data],
      ...(describedBy ? descriptor[describedBy] : []),
    );
    directory.push(
      ...[long(0x02014b50), short(45), ...flags, describedBy ? long(0) : checksum, ...sizes],
      ...[short(name.length), short(directoryExtra.length), short(0), short(0), short(0), long(0)],
      ...[long(isWide ? 0xffff_ffff : start), name, directoryExtra],
    );
  }
  const count = Object.keys(files).length;
  const [offset, size] = [Buffer.concat(local).length, Buffer.concat(directory).length];
  const wideEnd = [
    ...[long(0x06064b50), wide(44), short(45), short(45), long(0), long(0)],
    ...[wide(count), wide(count), wide(size), wide(offset)],
    ...[long(0x07064b50), long(0), wide(offset + size), long(1)],
  ];
  return Buffer.concat([
    ...local,
    ...directory,
    ...(isWide ? wideEnd : []),
    ...[long(0x06054b50), short(0), short(0), short(isWide ? 0xffff : count), short(isWide ? 0xffff : count)],
    ...[long(isWide ? 0xffff_ffff : size), long(isWide ? 0xffff_ffff : offset), short(0)],
  ]);
}

interface SheetXml {
  name: string;
  state?: string;
  /** What is within its `sheetData`. */
  rows: string;
}

/** The files of a workbook whose sheets stand in the archive in the opposite order. */
export function workbookFiles(sheets: SheetXml[], settings = ''): Record<string, string> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/${type}" Target="${target}"/>`;
  const file = (at: number) => `worksheets/sheet${sheets.length - at}.xml`;
  return {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('R1', 'officeDocument', '/xl/workbook.xml')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, at) => [
        `xl/${file(at)}`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    'xl/workbook.xml': `<workbook>${settings}<sheets>${sheets
      .map(
        ({ name, state }, at) => `<sheet name="${name}" ${state ? `state="${state}"` : ''} r:id="S${at}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map((_, at) => relation(`S${at}`, 'worksheet', file(at)))
      .join('')}</Relationships>`,
  };
}
