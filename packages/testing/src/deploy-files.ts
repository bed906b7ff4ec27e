import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { parse, parseAllDocuments } from 'yaml';

/**
 * Reads the files of deploy/ as the programs that they are for read them. Nothing here needs one of those
 * programs.
 */

export const ROOT = join(import.meta.dirname, '../../..');
export const DEPLOY = join(ROOT, 'deploy');

export const readDeployFile = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');

export const readSource = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export interface ComposeService {
  image: string;
  command?: string[];
  user?: string;
  environment?: Record<string, string>;
  env_file?: string;
  depends_on?: Record<string, { condition: string }>;
  networks?: string[] | Record<string, { ipv4_address?: string }>;
  ports?: string[];
  volumes?: string[];
  stop_grace_period?: string;
  security_opt?: string[];
  cap_drop?: string[];
  healthcheck?: object;
  build?: { target: string };
}

export interface Compose {
  services: Record<string, ComposeService>;
  networks: Record<string, object | null>;
  volumes: Record<string, object | null>;
}

export const readCompose = (): Compose => parse(readDeployFile('compose.yaml'), { merge: true }) as Compose;

/** The parts of a manifest that tests read; the rest is checked against Kubernetes' own types. */
export interface Manifest {
  file: string;
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: every kind has a shape of its own, which `typeErrors` checks.
  spec?: any;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

export interface AlertRule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: object;
}

/** The example rules for Prometheus. */
export function readAlertRules(): AlertRule[] {
  const { groups } = parse(readDeployFile('prometheus/alerts.yaml')) as { groups: { rules: AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Reads every object below deploy/kubernetes, except kustomize's own file. */
export function readManifests(): Manifest[] {
  return readdirSync(join(DEPLOY, 'kubernetes'))
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(readDeployFile(`kubernetes/${file}`)).map(
        (document) => ({ file, ...document.toJS() }) as Manifest,
      ),
    );
}

/** 'networking.k8s.io/v1' → 'kubernetes-types/networking/v1', 'v1' → 'kubernetes-types/core/v1'. */
function modulePath(apiVersion: string): string {
  const [version, group = 'core'] = apiVersion.split('/').reverse();
  return `kubernetes-types/${group.replace(/\..*/, '')}/${version}`;
}

/**
 * The manifests as a program: each object is a literal of its kind's type, in which a misspelled field is an
 * error.
 */
function manifestsAsProgram(manifests: Manifest[]): string {
  return manifests
    .map(({ file, ...object }, index) => {
      const [name, text] = [`${object.kind}${index}`, JSON.stringify(object, null, 1)];
      return `import type { ${object.kind} as ${name} } from '${modulePath(object.apiVersion)}';\n// ${file}\nexport const object${index}: ${name} = ${text};\n`;
    })
    .join('\n');
}

/** The compiler's errors in them, one line each. */
export function typeErrors(manifests: Manifest[]): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    // Without the browsers' types, which take longer to read than all the rest.
    lib: ['lib.es2023.d.ts'],
    types: [],
  };
  const name = join(ROOT, 'manifests.ts');
  const source = ts.createSourceFile(name, manifestsAsProgram(manifests), ts.ScriptTarget.ES2023);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.getSourceFile = (path, ...rest) => (path === name ? source : getSourceFile(path, ...rest));
  host.fileExists = (path) => path === name || fileExists(path);
  const program = ts.createProgram([name], options, host);
  return ts.getPreEmitDiagnostics(program).map((each) => {
    const line = each.start === undefined ? '' : source.text.slice(each.start).split('\n', 1)[0];
    return `${line}: ${ts.flattenDiagnosticMessageText(each.messageText, ' ')}`;
  });
}
