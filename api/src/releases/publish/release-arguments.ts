import { parseArgs } from 'node:util';
import { merchantId, REMOTES, type RemoteName } from 'domain/releases';
import type { Audience } from './pointer-changes.ts';

export type ReleaseCommand =
  | { action: 'list'; remote: RemoteName | undefined; to: string | undefined }
  | { action: 'promote'; remote: RemoteName; to: string | undefined }
  | { action: 'roll back'; remote: RemoteName; to: string | undefined }
  | {
      action: 'release';
      remote: RemoteName;
      to: string | undefined;
      /** Limits the release to these merchants for now. */
      audience: Audience | undefined;
      /** Folder of an existing build to release. */
      from: string | undefined;
      /** Stores the release in the repository, for the checks of later ones. */
      record: boolean;
    };

const USAGE = `npm run release -- <remote>                      builds it and shows it to everybody
npm run release -- <remote> --percent 5          shows it to 5 % of the merchants, and goes on with the rest as before
npm run release -- <remote> --merchants id,id    shows it to these merchants (also together with --percent)
npm run release -- <remote> --promote            shows everybody what is being tried out
npm run release -- <remote> --rollback           ends what is being tried out; without that, shows the release before
npm run release -- [<remote>] --list             says what is shown to whom

--to <folder or s3://bucket/prefix>   the release store; else RELEASES of the environment, else .releases
--from <folder>                       releases this build in place of making one
--record                              keeps the release in released/, for \`npm run check\` and the journeys

Remotes: ${REMOTES.join(', ')}.`;

const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  percent: { type: 'string' },
  merchants: { type: 'string' },
  promote: { type: 'boolean' },
  rollback: { type: 'boolean' },
  list: { type: 'boolean' },
  record: { type: 'boolean' },
} as const;

/**
 * Throws if npm has consumed an option, as it does without '--' before it: `npm run release <remote>
 * --rollback` would then release to all merchants.
 */
export function refuseTakenOptions(environment: NodeJS.ProcessEnv): void {
  const taken = Object.keys(OPTIONS).find((name) => environment[`npm_config_${name}`]);
  if (taken === undefined) return;
  throw new Error(
    `npm has taken --${taken} for its own. Write -- before the options: npm run release -- <remote> --${taken}`,
  );
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function audienceOf(percent: string | undefined, merchants: string | undefined): Audience | undefined {
  if (percent === undefined && merchants === undefined) return undefined;
  if (percent !== undefined && !/^(?:[1-9]\d?|100)$/.test(percent)) {
    throw new Error(`--percent is a whole number from 1 to 100, not '${percent}'.`);
  }
  const ids = merchants?.split(',').map((id) => id.trim().toLowerCase()) ?? [];
  const wrong = ids.find((id) => !merchantId.safeParse(id).success);
  if (wrong !== undefined) throw new Error(`--merchants is a list of merchants' ids; '${wrong}' is none.`);
  return { percent: Number(percent ?? 0), merchants: [...new Set(ids)] };
}

function remoteOf(positionals: string[]): RemoteName | undefined {
  const [name, ...more] = positionals;
  if (more.length > 0) throw new Error(`One remote at a time.\n\n${USAGE}`);
  const remote = REMOTES.find((each) => each === name);
  if (name !== undefined && !remote) {
    throw new Error(`There is no remote '${name}'. There are ${REMOTES.join(', ')}.`);
  }
  return remote;
}

/** Parses the command line. Throws an Error with a message for the user if it makes no sense. */
export function readReleaseArguments(args: string[]): ReleaseCommand {
  const { values, positionals } = parse(args);
  const { to, from, percent, merchants, promote, rollback, list, record } = values;
  if (to?.trim() === '') throw new Error('--to names no place.');
  if (from?.trim() === '') throw new Error('--from names no folder.');
  const remote = remoteOf(positionals);
  const audience = audienceOf(percent, merchants);
  const actions = [promote, rollback, list, audience !== undefined].filter(Boolean).length;
  const hasBuild = from !== undefined || record;
  if (actions > 1 || (hasBuild && (promote || rollback || list))) {
    throw new Error(`These options do not go together.\n\n${USAGE}`);
  }
  if (list) return { action: 'list', remote, to };
  if (!remote) throw new Error(USAGE);
  if (promote) return { action: 'promote', remote, to };
  if (rollback) return { action: 'roll back', remote, to };
  return { action: 'release', remote, to, audience, from, record: record === true };
}
