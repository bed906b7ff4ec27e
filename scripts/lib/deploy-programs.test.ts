import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { findFreePort } from 'processes/server-process';
import { DEPLOY, ROOT, readCompose, readDeployFile, readManifests, readSource } from 'testing/deploy-files';
import { expect, onTestFinished, test } from 'vitest';
import { OPS_COMMANDS } from './ops-commands.ts';

/**
 * Checks that the programs that deploy/ runs, and its pages tell operators to run, exist and do what those
 * expect.
 */

const dockerfile = readDeployFile('Dockerfile');

test('an image installs what the lock file says, runs no package’s own program, and has every workspace and every front end', () => {
  for (const [line] of dockerfile.matchAll(/^.*\bnpm (?:ci|install|i)\b.*$/gm))
    expect(line).toMatch(/npm ci --ignore-scripts/);
  expect(dockerfile).toMatch(/^RUN npm audit signatures$/m);
  const { workspaces } = JSON.parse(readSource('package.json')) as { workspaces: string[] };
  const packages = workspaces
    .flatMap((each) =>
      each.endsWith('/*')
        ? readdirSync(join(ROOT, each.slice(0, -2))).map((name) => each.replace('*', name))
        : [each],
    )
    .map((folder) => `${folder}/package.json`);
  expect(packages.length).toBeGreaterThan(8);
  for (const path of packages)
    expect(dockerfile).toContain(`COPY ${path} ${path.replace('package.json', '')}`);
  for (const frontEnd of ['shell', 'mfe-backoffice', 'mfe-customer', 'mfe-analytics'])
    expect(dockerfile).toContain(`COPY --from=built /app/${frontEnd}/dist ${frontEnd}/dist`);
  expect(dockerfile).toContain('ENTRYPOINT ["npm", "run", "--silent", "ops", "--"]');
  const commands = [
    readCompose().services.migrate?.command?.[0],
    ...readManifests().flatMap(({ spec }) =>
      [...JSON.stringify(spec ?? {}).matchAll(/"image":"cashback-tools","args":\["([^"]+)"/g)].map(
        ([, command]) => command,
      ),
    ),
  ];
  expect(commands).toContain('restore:drill');
  for (const command of commands) expect(Object.keys(OPS_COMMANDS)).toContain(command);
});

test.each(['cashback_app', 'cashback_lookup_caller'])(
  'what the API asks PostgreSQL for and PgBouncer drops, the login %s has',
  (login) => {
    const limits = readSource('api/src/lib/time-limits.ts');
    const limitOf = (name: string) =>
      new RegExp(`^  ${name}: ([\\d_]+),$`, 'm').exec(limits)?.[1]?.replaceAll('_', '');
    const settings = /^ +['`]-c (\w+)=(?:\$\{timeLimits\.(\w+)\}|(\w+))['`],$/gm;
    const asked = [...readSource('api/src/lib/database.ts').matchAll(settings)].map(
      ([, name, limit, value]) => [name, limit ? limitOf(limit) : value],
    );
    const given = [
      ...readDeployFile('postgres/initdb.d/10-roles.sh').matchAll(
        new RegExp(`^ALTER ROLE ${login} SET (\\w+) = '(\\w+)';$`, 'gm'),
      ),
    ];
    expect(asked).toHaveLength(4);
    expect(given.map(([, name, value]) => [name, value])).toEqual(asked);
    expect(readDeployFile('pgbouncer/pgbouncer.ini')).toMatch(/^ignore_startup_parameters = options$/m);
  },
);

test('the shell programs are ones that a shell understands, and may be run', () => {
  const programs = ['postgres', 'postgres/initdb.d', 'pgbouncer'].flatMap((folder) =>
    readdirSync(join(DEPLOY, folder))
      .filter((name) => name.endsWith('.sh'))
      .map((name) => join(DEPLOY, folder, name)),
  );
  expect(programs.length).toBeGreaterThanOrEqual(5);
  for (const program of programs) {
    expect(spawnSync('/bin/sh', ['-n', program]).status, program).toBe(0);
    expect(spawnSync('test', ['-x', program]).status, program).toBe(0);
  }
});

test('Compose’s Redis answers only who has the password, and its settings hold', async () => {
  const { command = [], environment } = readCompose().services.redis ?? {};
  expect(Object.keys(environment ?? {})).toEqual(['REDISCLI_AUTH']);
  const { REDIS_SERVER_PATH = '/usr/bin/redis-server', PATH } = process.env;
  const port = await findFreePort();
  const [shell = '', ...args] = command.map((each) =>
    each.replaceAll('$$', '$').replace('redis-server', `redis-server --port ${port}`),
  );
  const redis = spawn(shell, args, {
    env: { PATH: `${dirname(REDIS_SERVER_PATH)}:${PATH}`, REDISCLI_AUTH: 'secret' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void redis.kill('SIGKILL'));
  let said = '';
  for await (const text of redis.stdout) {
    said += text;
    if (said.includes('Ready to accept')) break;
  }
  async function answers(...lines: string[]) {
    const socket = connect(port, '127.0.0.1', () => socket.write([...lines, 'QUIT', ''].join('\r\n')));
    let answer = '';
    socket.on('data', (text) => {
      answer += text;
    });
    await once(socket, 'close');
    return answer;
  }
  expect(await answers('PING')).toMatch(/^-NOAUTH /);
  const settings = { save: '', appendonly: 'no', maxmemory: '209715200', 'maxmemory-policy': 'allkeys-lru' };
  for (const [name, value] of Object.entries(settings))
    expect(await answers('AUTH secret', `CONFIG GET ${name}`)).toContain(
      `${name}\r\n$${value.length}\r\n${value}\r\n`,
    );
});

test('what the platform’s pages say to watch and to type is there', () => {
  const pages = ['operating', 'growing'].map((page) => readSource(`docs/${page}.md`)).join('\n');
  const measured = readSource('api/src/lib/metrics.ts');
  const watched = new Set(
    [...pages.matchAll(/\bcashback_(?!lookup_caller\b)[a-z]+_[a-z_]+\b/g)].map(([name]) => name),
  );
  expect(watched.size).toBeGreaterThan(4);
  for (const name of watched) expect(measured, name).toContain(`name: '${name}'`);
  const { scripts } = JSON.parse(readSource('package.json')) as { scripts: object };
  const typed = new Set([...pages.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name]) => name));
  for (const name of typed) expect(Object.keys(scripts)).toContain(name);
  const commands = new Set([...pages.matchAll(/\bops -- ([a-z:]+)/g)].map(([, name]) => name));
  expect(commands.size).toBeGreaterThan(4);
  for (const name of commands) expect(Object.keys(OPS_COMMANDS)).toContain(name);
});
