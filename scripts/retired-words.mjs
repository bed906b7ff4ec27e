// The house has one word for one thing (docs/glossary.md); this fails where a retired one comes back, in a
// tracked file's text or name. A word is also found inside a name: till in createTill and till-screen, not in
// still.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from 'processes/child-processes';

/** Retired words: the pattern of the whole word in lower case, and the replacement. */
const RETIRED = [
  ['scenes?', 'fixture'],
  ['snooz(e|ed|es|ing)', 'defer'],
  ['tills?', 'counter'],
  ['worlds?', 'fixture'],
  ['stand-ins?', 'fake'],
  ['programmes?', 'program'],
  ['sales?', 'purchase'],
  ['shops?', 'merchant'],
  ['(un)?scanned', 'confirmed'],
  ['figures?', 'rollup, total or number'],
  ['crews?', 'worker pool'],
  ['caretakers?', 'reaper'],
  ['timetables?', 'schedule'],
  ['courtesy|courteous', 'yield to requests'],
  ['(im)?patience', 'wait limit'],
  ['crowd(s|ed)?', 'overload, threshold or group'],
  ['colour[a-z]*', 'color'],
  ['neighbour[a-z]*', 'neighbor'],
  ['(mis)?behaviours?', 'behavior'],
  ['catalogues?', 'catalog'],
  ['judgements?', 'judgment'],
  ['defences?', 'defense'],
  ['licences?', 'license'],
  ['favour[a-z]*', 'favor'],
  ['honour[a-z]*', 'honor'],
  ['centres?', 'center'],
  ['grey', 'gray'],
  ['travell(ed|er|ing)', 'traveled'],
  ['cancell(ed|ing)', 'canceled'],
  ['labell(ed|ing)', 'labeled'],
  ['misspelt', 'misspelled'],
  ['analys(e|ed|ing)', 'analyze'],
  ['(capital|initial|normal|recogn|summar)is(e|ed|es|ing)', '-ize'],
].map(([pattern, instead]) => ({ pattern: new RegExp(`^(${pattern})$`), instead }));

/** Paths that are not read, each with the reason. */
const EXEMPT = [
  ['released/', 'recordings of what was released'],
  ['package-lock.json', 'names of others'],
  ['docs/glossary.md', 'names what is retired'],
  ['scripts/retired-words.mjs', 'names what is retired'],
];

/** Phrases that are read over wherever they stand, each with the reason. */
const PHRASES = [
  ['.programmes', 'a field of customers.dashboard: tabs opened before a release go on reading it'],
  ['programmes:', 'the same, where it is written'],
  ["'programmes'", 'the same, in a type'],
  ['figuresBefore', 'a field of reports.period and reports.dashboard, read by tabs opened before a release'],
  ['.figures', 'the same, read'],
  ['figures:', 'the same, where it is written'],
  ["'figures'", 'the same, in a type'],
  ['`figures`', 'the same, in prose'],
  ['point of sale', 'the program at a counter that calls the REST API'],
  ['points of sale', 'the same, several'],
  ['.sales', 'a field of cashback.latest, read by tabs opened before a release'],
  ['{ sales:', 'the same, where it is written'],
  ["'sales'", 'the same, in a type'],
  ['saleAmountCents', 'a field of customers.ledger, read by tabs opened before a release'],
  ['qr_scanned', "a column of the specification's tables"],
  ['qrScanned', 'the same, in the client that is generated from them'],
  ['CashbackScanned', 'an event of the tag manager'],
  ['<figure', 'an element of HTML'],
  ['</figure', 'its end'],
];

/** `stand-in` is one word however it is written; other words end at hyphens, underscores and humps. */
const WORD = /[Ss]tand(?:-i|I)ns?(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
const wordsOf = (line) =>
  (line.match(WORD) ?? []).map((word) => word.replace(/([a-z])I/, '$1-i').toLowerCase());

function* findIn(line) {
  const read = PHRASES.reduce((rest, [phrase]) => rest.replaceAll(phrase, ''), line);
  for (const word of wordsOf(read)) {
    const retired = RETIRED.find(({ pattern }) => pattern.test(word));
    if (retired) yield `'${word}' is retired, say '${retired.instead}'`;
  }
}

function textOf(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return text.includes('\0') ? '' : text;
}

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0');
const paths = tracked.filter((path) => path && !EXEMPT.some(([exempt]) => path.startsWith(exempt)));

for (const path of paths.filter((each) => existsSync(join(ROOT, each)))) {
  for (const found of findIn(path)) report(path, found);
  for (const [index, line] of textOf(path).split('\n').entries()) {
    for (const found of findIn(line)) report(`${path}:${index + 1}`, found);
  }
}

function report(where, found) {
  console.error(`${where}: ${found}`);
  process.exitCode = 1;
}
