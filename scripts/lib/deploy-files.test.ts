import { readEnvironment } from 'api/env';
import {
  type ComposeService,
  readCompose,
  readDeployFile,
  readManifests,
  readSource,
} from 'testing/deploy-files';
import { expect, test } from 'vitest';

/**
 * deploy/ against the code it deploys: names, addresses, ports, probes, times and programs are those that are
 * there.
 */

const compose = readCompose();
const manifests = readManifests();
const dockerfile = readDeployFile('Dockerfile');

/** Names that api/src/env.ts reads, and those the commands of package.json do. */
const KNOWN = new Set([
  ...[
    ...readSource('api/src/env.ts').matchAll(
      /^ {2,4}([A-Z][A-Z0-9_]+): ?(?:z|keyBytes|origin|postgresUrl)?/gm,
    ),
  ].map(([, name]) => name),
  'DATABASE_OWNER_URL',
  'DATABASE_BACKUP_URL',
]);

const listNames = (example: string) =>
  [...readDeployFile(example).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name as string);

const isOurs = ({ image }: { image: string }) => /^cashback-(?:api|tools)/.test(image);
const ourServices = () => Object.entries(compose.services).filter(([, service]) => isOurs(service));

interface Container {
  name: string;
  image: string;
  env?: { name: string; value?: string }[];
  ports?: { name: string; containerPort: number }[];
  securityContext: Record<string, unknown>;
  startupProbe?: { httpGet: { path: string; port: string } };
  readinessProbe?: Container['startupProbe'];
  livenessProbe?: Container['startupProbe'];
}

/** Each pod that a manifest makes, with what says how long it is given to end. */
const pods = manifests.flatMap(({ kind, metadata, spec }) => {
  const template = kind === 'CronJob' ? spec.jobTemplate.spec.template : spec?.template;
  return template ? [{ kind, name: metadata.name, spec: template.spec }] : [];
});
const containers = pods.flatMap(({ spec }) => spec.containers as Container[]);

test('each variable that a process of ours gets is one that the code reads', () => {
  const told = [
    ...ourServices().flatMap(([, service]) => Object.keys(service.environment ?? {})),
    ...listNames('env/api.env.example'),
    ...manifests.flatMap(({ data, stringData }) => Object.keys({ ...data, ...stringData })),
    ...containers.filter(isOurs).flatMap(({ env = [] }) => env.map(({ name }) => name)),
    ...[...dockerfile.matchAll(/\b(METRICS_[A-Z]+)=/g)].map(([, name]) => name as string),
  ].filter((name) => name !== 'HOME');
  expect(told.length).toBeGreaterThan(20);
  expect(told.filter((name) => !KNOWN.has(name))).toEqual([]);
});

/** The environment as Compose fills it in. */
const filledIn = (service: ComposeService | undefined) =>
  Object.fromEntries(
    Object.entries(service?.environment ?? {}).map(([name, value]) => [
      name,
      value.replace(/\$\{\w+:\?\}/g, 'secret'),
    ]),
  );

const addressAtFront = (service: ComposeService | undefined) =>
  (service?.networks as Record<string, { ipv4_address?: string }> | undefined)?.front?.ipv4_address;

const SECRETS = {
  APP_ORIGIN: 'https://painel.example.com',
  PUBLIC_ORIGIN: 'https://clube.example.net',
  TOKEN_SECRET: 'x'.repeat(32),
  KEY_ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
};

test('with it each process starts: two of the API through PgBouncer without jobs, the worker straight to PostgreSQL with them', () => {
  const addresses = ['api-1', 'api-2'].map((name) => {
    const env = readEnvironment({ ...SECRETS, ...filledIn(compose.services[name]) });
    expect(env).toMatchObject({
      jobs: 'off',
      port: 3000,
      drainDelayMs: 5_000,
      redisUrl: 'redis://:secret@redis:6379',
    });
    expect(new URL(env.databaseUrl).host).toBe('pgbouncer:6432');
    expect(env.databaseLookupUrl).toBe('postgres://cashback_lookup_caller:secret@pgbouncer:6432/cashback');
    expect(env.databaseWorkerUrl, 'what works off no jobs has no login for them').toBeUndefined();
    const host = addressAtFront(compose.services[name]);
    expect(env.tlsAsk, 'the front asks it at the address it has').toEqual({
      host,
      port: 3080,
    });
    return host;
  });
  const worker = readEnvironment({ ...SECRETS, ...filledIn(compose.services.worker) });
  expect(worker.jobs).toBe('on');
  expect(new URL(worker.databaseUrl).host).toBe('postgres:5432');
  expect(worker.databaseWorkerUrl).toBe('postgres://cashback_worker:secret@postgres:5432/cashback');
  const front = compose.services.front;
  expect(front?.environment?.API).toBe('api-1:3000 api-2:3000');
  expect(front?.environment?.TLS_ASK_URL).toBe(`http://${addresses[0]}:3080/ask`);
  const believed = compose.services['api-1']?.environment?.TRUST_PROXY;
  expect(addressAtFront(front)).toBe(believed);
});

test('migrations come before the API, and the API gets neither the owner’s address nor a port of the machine', () => {
  for (const name of ['api-1', 'api-2', 'worker']) {
    const service = compose.services[name];
    expect(service?.depends_on?.migrate?.condition, name).toBe('service_completed_successfully');
    expect(JSON.stringify(service?.environment), name).not.toMatch(/OWNER|POSTGRES_PASSWORD/);
    expect(service?.env_file, name).toBe('env/api.env');
  }
  expect(listNames('env/api.env.example').join()).not.toMatch(/DATABASE|PASSWORD/);
  const open = Object.entries(compose.services).filter(([, { ports }]) => ports);
  expect(open.map(([name]) => name)).toEqual(['front']);
  for (const { name, spec } of pods.filter(({ kind }) => kind === 'Deployment'))
    expect(JSON.stringify(spec), name).not.toContain('database-owner');
});

test('probes ask what the platform’s address answers, ports have their names, and there is time for the drain', () => {
  const answered = [...readSource('api/src/http/metrics.ts').matchAll(/request\.url === '(\/\w+)'/g)].map(
    ([, path]) => path,
  );
  const running = pods.filter(({ kind }) => kind === 'Deployment');
  expect(running.map(({ name }) => name)).toEqual(['api', 'worker']);
  for (const { name, spec } of running) {
    const [container] = spec.containers as [Container];
    const ports = Object.fromEntries((container.ports ?? []).map((port) => [port.name, port.containerPort]));
    expect(String(ports.metrics)).toBe(
      manifests.find(({ kind }) => kind === 'ConfigMap')?.data?.METRICS_PORT,
    );
    const { startupProbe, readinessProbe, livenessProbe } = container;
    for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
      expect(answered, name).toContain(probe?.httpGet.path);
      expect(probe?.httpGet.port, name).toBe('metrics');
    }
    // A failure of one of these two probes restarts the container; a database that is away or a long
    // migration must not.
    expect([startupProbe?.httpGet.path, livenessProbe?.httpGet.path], name).toEqual(['/healthz', '/healthz']);
    expect(readinessProbe?.httpGet.path, name).toBe('/readyz');
    const delay = Number(container.env?.find((each) => each.name === 'DRAIN_DELAY')?.value ?? 0);
    expect(spec.terminationGracePeriodSeconds, name).toBeGreaterThanOrEqual(delay + 20);
  }
  for (const name of ['api-1', 'api-2', 'worker'])
    expect(Number.parseInt(compose.services[name]?.stop_grace_period ?? '', 10), name).toBeGreaterThanOrEqual(
      25,
    );
});

test('the front closes a connection to the API that lies idle before the API, told to stop, would close it', () => {
  const [, keptSeconds] = /^\s*keepalive (\d+)s$/m.exec(readDeployFile('Caddyfile')) ?? [];
  const delay = Number(compose.services['api-1']?.environment?.DRAIN_DELAY);
  expect(Number(keptSeconds)).toBeLessThan(delay);
});

test('a job that hangs is ended before the next one of its kind is due, and restored data cannot leave its pod', () => {
  const jobs = manifests.filter(({ kind }) => kind === 'CronJob');
  expect(jobs.map(({ metadata }) => metadata.name)).toEqual(['backup', 'restore-drill']);
  for (const { metadata, spec } of jobs) {
    const { activeDeadlineSeconds } = spec.jobTemplate.spec;
    expect(activeDeadlineSeconds, metadata.name).toBeGreaterThan(3_600);
    expect(activeDeadlineSeconds, metadata.name).toBeLessThan(86_400);
  }
  const closed = manifests.filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec.egress?.length === 0);
  expect(closed.map(({ spec }) => spec.podSelector.matchLabels)).toEqual([{ app: 'restore-drill' }]);
});

test('the migrations’ job can be applied before all else by the label that its comment and the platform’s page name', () => {
  const labeled = manifests.filter(({ metadata }) => metadata.labels?.app === 'migrate');
  expect(labeled.map(({ kind }) => kind)).toEqual(['Job']);
  for (const page of [readDeployFile('kubernetes/migrate.yaml'), readSource('docs/operating.md')])
    expect(page).toContain('kubectl apply -k deploy/kubernetes -l app=migrate');
});

/** Services that begin as root and change user themselves, or make the folders of those that do not. */
const BEGIN_AS_ROOT = ['postgres', 'volumes'];

test('in compose nothing gains rights, and what does not begin as root has none of its rights', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect(service.security_opt, name).toEqual(['no-new-privileges:true']);
    if (!BEGIN_AS_ROOT.includes(name)) expect(service.cap_drop, name).toEqual(['ALL']);
  }
});

test('PostgreSQL logs no value of a statement or of a row', () => {
  expect(compose.services.postgres?.command).toEqual(
    expect.arrayContaining([
      'log_parameter_max_length=0',
      'log_parameter_max_length_on_error=0',
      'log_error_verbosity=terse',
    ]),
  );
});

test('nothing runs as root, gains rights or writes to its own file system', () => {
  for (const { name, spec } of pods) {
    expect(spec.securityContext, name).toMatchObject({ runAsNonRoot: true });
    expect(spec.automountServiceAccountToken, name).toBe(false);
    for (const { securityContext } of spec.containers as Container[])
      expect(securityContext, name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  }
  const targets = dockerfile
    .split(/^FROM /m)
    .filter((stage) => /\b(?:AS api|AS tools|AS pgbouncer)$/m.test(stage));
  expect(targets).toHaveLength(3);
  for (const stage of targets) expect(stage).toMatch(/^USER (?:node|postgres)$/m);
});
