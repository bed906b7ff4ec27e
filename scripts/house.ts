// npm run ops -- house [folder]: counts files, lines, comments and types of this checkout, or of another one.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const TEST = /\.(test|spec|test-rows)\.tsx?$|^api\/src\/test\/|^packages\/testing\/|test-setup\.ts$/;
const KINDS: [name: string, is: (path: string) => boolean][] = [
  ['tests', (path) => TEST.test(path) || path.startsWith('e2e/')],
  ['bench', (path) => path.startsWith('bench/')],
  ['scripts', (path) => /^(scripts|packages\/(contracts|database|processes))\//.test(path)],
  ['SQL', (path) => /^prisma\/(functions|access)\//.test(path)],
  ['product', (path) => /^(api|shell|mfe-[^/]+|packages\/[^/]+)\/src\//.test(path)],
];
/** A comment turns on one of these where its reader has to think twice. */
const RIDDLE = /\b(who(m|ever|mever)|nobody|somebody|anew)\b/i;

interface Counted {
  lines: number;
  commentLines: number;
  comments: string[];
  anys: number;
}

/** Lines that a comment begins on or goes on over, and every `any` that is a type. */
function countTypeScript(path: string, text: string): Counted {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Map<number, ts.CommentRange>();
  let anys = 0;
  const visit = (node: ts.Node) => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) anys += 1;
    if (node.kind !== ts.SyntaxKind.JsxText) {
      for (const range of [
        ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
        ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
      ])
        found.set(range.pos, range);
    }
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  const comments = [...found.values()].map(({ pos, end }) => text.slice(pos, end));
  const commentLines = comments.reduce((sum, comment) => sum + comment.split('\n').length, 0);
  return { lines: lineCount(text), commentLines, comments, anys };
}

function countSql(text: string): Counted {
  const comments = text.split('\n').filter((line) => /^\s*--/.test(line));
  return { lines: lineCount(text), commentLines: comments.length, comments, anys: 0 };
}

const lineCount = (text: string) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
const table = KINDS.map(([name]) => ({ name, files: [] as Counted[] }));
for (const path of tracked.filter((each) => /\.(tsx?|mjs|sql)$/.test(each))) {
  const kind = KINDS.findIndex(([, is]) => is(path));
  const text = kind < 0 ? '' : readFileSync(join(root, path), 'utf8');
  if (kind >= 0)
    table[kind]?.files.push(path.endsWith('.sql') ? countSql(text) : countTypeScript(path, text));
}

console.log(
  '| | files | lines | median / p90 / max | comments | riddling comments | `any` per 1,000 lines |',
);
console.log('|---|--:|--:|--:|--:|--:|--:|');
for (const { name, files } of table) {
  const lines = files.map((file) => file.lines).sort((a, b) => a - b);
  const at = (share: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0;
  const sum = (of: (file: Counted) => number) => files.reduce((total, file) => total + of(file), 0);
  const total = sum((file) => file.lines);
  const comments = files.flatMap((file) => file.comments);
  const riddles = comments.filter((comment) => RIDDLE.test(comment)).length;
  console.log(
    `| ${name} | ${files.length} | ${total} | ${at(0.5)} / ${at(0.9)} / ${lines.at(-1) ?? 0} | ` +
      `${percent(
        sum((file) => file.commentLines),
        total,
      )} | ${riddles} of ${comments.length} | ` +
      `${((1000 * sum((file) => file.anys)) / Math.max(1, total)).toFixed(2)} |`,
  );
}
