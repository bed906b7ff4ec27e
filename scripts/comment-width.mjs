// Fails where a comment, or a line of prose in Markdown, is wider than the formatter's columns (biome.json):
// Biome holds code to them, but not comments.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from 'processes/child-processes';

const COLUMNS = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8')).formatter.lineWidth;

/** Beginning of a comment's line, by kind of file; in Markdown every line but a table's is prose. */
const COMMENT = [
  [/\.([cm]?[jt]sx?|css|prisma)$/, /^\s*(\/\/|\/?\*|\{\/\*)/],
  [/\.sql$/, /^\s*--/],
  [/\.(ya?ml|sh|conf)$|Dockerfile$/, /^\s*#/],
  [/\.md$/, /^\s*[^|\s]/],
];

/** Recordings of releases, and copies of the functions' files. */
const EXEMPT = /^(released|prisma\/migrations)\//;

/** A line whose last word alone crosses the edge, such as an address, cannot be broken. */
const canBreak = (line) => line.trimEnd().lastIndexOf(' ') > line.length - line.trimStart().length + 3;

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
for (const path of tracked.filter((each) => each && !EXEMPT.test(each) && existsSync(join(ROOT, each)))) {
  const comment = COMMENT.find(([name]) => name.test(path))?.[1];
  if (!comment) continue;
  let isCode = false;
  for (const [index, line] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries()) {
    if (path.endsWith('.md') && line.startsWith('```')) isCode = !isCode;
    if (line.length <= COLUMNS || isCode || !comment.test(line) || !canBreak(line)) continue;
    console.error(`${path}:${index + 1}: ${line.length} columns, at most ${COLUMNS}`);
    process.exitCode = 1;
  }
}
