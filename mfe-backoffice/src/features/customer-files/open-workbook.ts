import { strToU8, zipSync } from 'fflate';
import { readXml } from 'hucre/xml';
import { type Budget, pathOf, TooLargeError, unzipPart } from './unzip-part.ts';

/** The first visible sheet of a workbook that is not empty. */
export interface ChosenSheet {
  name: string;
  xml: string;
  /** True if another visible sheet is not empty. */
  hasOthers: boolean;
  dateSystem: '1900' | '1904';
  /** A workbook with this sheet only. */
  workbook: Uint8Array;
}

interface Archive {
  bytes: Uint8Array;
  budget: Budget;
}

const read = ({ bytes, budget }: Archive, path: string) => unzipPart(bytes, path, budget);

/** hucre reads only names and relations that Excel writes, so the parts get such names. */
const SHEET = 'xl/sheet.xml';
const STRINGS = 'xl/strings.xml';
const STYLES = 'xl/styles.xml';
const SKELETON = {
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels': relationsXml({ officeDocument: 'xl/workbook.xml' }),
  'xl/workbook.xml':
    '<workbook><sheets><sheet name="Clientes" sheetId="1" r:id="worksheet"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relationsXml({
    worksheet: `/${SHEET}`,
    sharedStrings: `/${STRINGS}`,
    styles: `/${STYLES}`,
  }),
};

/** Matches a sheet with a value, a text or a formula. */
const FILLED = /<(?:[\w.-]+:)?(?:[vt](?:\s[^<>]*)?>(?:[^<]*[^<\s]|\s*<!\[)|f[\s/>])/;

/**
 * Returns a message where there is no sheet to read. Throws if the archive is broken, or `TooLargeError` if
 * its parts unzip to more than `maxBytes` in all.
 */
export function chooseSheet(bytes: Uint8Array, maxBytes: number): ChosenSheet | string {
  const archive = { bytes, budget: { bytes: maxBytes } };
  const [path] = pathsOf(readRelations(archive, ''), 'officeDocument').values();
  const book = path === undefined ? undefined : read(archive, path);
  if (path === undefined || !book)
    return 'Este arquivo não é uma planilha .xlsx. Abra-o no programa que o fez e salve-o como .xlsx ou CSV.';
  const relations = readRelations(archive, path);
  const worksheets = pathsOf(relations, 'worksheet');
  const visible = elements(textOf(book), 'sheet').flatMap((sheet) => {
    // Programs choose the prefix of `id`.
    const id = Object.entries(sheet).find(([name]) => name.endsWith(':id'))?.[1];
    const path = worksheets.get(id ?? '');
    return path === undefined || /hidden/i.test(sheet['@state'] ?? '')
      ? []
      : [{ path, name: sheet['@name'] ?? '' }];
  });
  for (const [at, { name, path }] of visible.entries()) {
    const part = read(archive, path);
    if (!part) throw new Error('A sheet is missing');
    if (!FILLED.test(textOf(part))) continue;
    const strings = firstOf(archive, relations, 'sharedStrings');
    const styles = firstOf(archive, relations, 'styles');
    const [settings] = elements(textOf(book), 'workbookPr');
    return {
      name,
      xml: textOf(part),
      hasOthers: isAnyFilled(archive, visible.slice(at + 1)),
      dateSystem: /^(1|true)$/.test(settings?.['@date1904'] ?? '') ? '1904' : '1900',
      workbook: zipSync(
        {
          ...Object.fromEntries(Object.entries(SKELETON).map(([path, xml]) => [path, strToU8(xml)])),
          ...(strings && { [STRINGS]: strings }),
          ...(styles && { [STYLES]: styles }),
          [SHEET]: part,
        },
        // Packed: hucre reads a stored sheet in one piece and checks its limits only after that.
        { level: 1 },
      ),
    };
  }
  return 'As abas visíveis desta planilha estão vazias.';
}

/** Whether one of the sheets is not empty. A sheet too large to be unzipped counts as filled. */
function isAnyFilled(archive: Archive, sheets: { path: string }[]): boolean {
  try {
    return sheets.some(({ path }) => {
      const part = read(archive, path);
      return part !== undefined && FILLED.test(textOf(part));
    });
  } catch (error) {
    if (error instanceof TooLargeError) return true;
    throw error;
  }
}

interface Relation {
  id: string;
  type: string;
  target: string;
  /** The path of the part that has these relations. */
  base: string;
}

/** Reads the relations of a part; those of the archive if `base` is empty. */
function readRelations(archive: Archive, base: string): Relation[] {
  const part = read(archive, base.replace(/[^/]*$/, '_rels/$&.rels'));
  if (!part) return [];
  return elements(textOf(part), 'Relationship').map((relation) => ({
    id: relation['@Id'] ?? '',
    type: relation['@Type'] ?? '',
    target: relation['@Target'] ?? '',
    base,
  }));
}

/** The paths by their ids. Strict workbooks begin the types otherwise, so only their ends are compared. */
function pathsOf(relations: Relation[], type: string): Map<string, string> {
  const found = relations.filter((relation) => relation.type.endsWith(`/${type}`));
  return new Map(found.map(({ id, target, base }) => [id, pathOf(target, base)]));
}

function firstOf(archive: Archive, relations: Relation[], type: string) {
  const [path] = pathsOf(relations, type).values();
  const part = path === undefined ? undefined : read(archive, path);
  if (path !== undefined && !part) throw new Error('A part is missing');
  return part;
}

/** The attributes of the elements of this name, with any prefix. */
function elements(xml: string, name: string): Record<string, string | null>[] {
  return readXml<Record<string, string | null>>(xml, { rowTag: name, stripNamespaces: true }).data;
}

const textOf = (part: Uint8Array) => new TextDecoder().decode(part);

function relationsXml(targets: Record<string, string>): string {
  const relations = Object.entries(targets).map(
    ([type, target]) => `<Relationship Id="${type}" Type="/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${relations.join('')}</Relationships>`;
}
