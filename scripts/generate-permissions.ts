import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCalls } from 'api/commands/list-calls';
import { PERMISSIONS, ROLES, roleLabel, roleMay } from 'domain/roles';

const PAGE = join(import.meta.dirname, '../docs/permissions.md');

/** Formats as Biome does, which checks every Markdown file here, this one too. */
function format(markdown: string): string {
  const biome = join(import.meta.dirname, '../node_modules/.bin/biome');
  const options = { input: markdown, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(biome, ['format', `--stdin-file-path=${PAGE}`], options);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** With a proof of the last ten minutes, then with an older one. */
const PROOF_CELLS = { fresh: ['yes', ''], sometimes: ['yes', 'some inputs'], never: ['yes', 'yes'] } as const;

function renderPage(): string {
  const lines = [
    '# Who may do what',
    '',
    'Made from the code by `npx tsx scripts/generate-permissions.ts`; do not edit by hand.',
    'The server enforces this table on every procedure. Screens only hide what it would refuse.',
    '',
    row(['Permission', ...ROLES.map((role) => `${role} (${roleLabel(role)})`)]),
    row(['---', ...ROLES.map(() => ':-:')]),
    ...PERMISSIONS.map((permission) =>
      row([`\`${permission}\``, ...ROLES.map((role) => (roleMay(role, permission) ? 'yes' : ''))]),
    ),
    '',
    '## With and without a fresh proof',
    '',
    'A login, or the dialog ‘Confirme que é você’, is a fresh proof for ten minutes (0066). What the roles above',
    'may call with a fresh proof, and with an older one.',
    '',
    row(['Call', 'Permission', 'Fresh proof', 'Older proof']),
    row(['---', '---', ':-:', ':-:']),
    ...listCalls().map(({ name, access, proof }) =>
      row([`\`${name}\``, `\`${access}\``, ...PROOF_CELLS[proof ?? 'never']]),
    ),
  ];
  return format(`${lines.join('\n')}\n`);
}

function readPage(): string {
  try {
    return readFileSync(PAGE, 'utf8');
  } catch {
    return '';
  }
}

if (!process.argv.includes('--check')) {
  writeFileSync(PAGE, renderPage());
} else if (readPage() !== renderPage()) {
  console.error(
    'docs/permissions.md is not what the code says; run npx tsx scripts/generate-permissions.ts.',
  );
  process.exitCode = 1;
}
