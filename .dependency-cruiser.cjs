// Import rules between workspaces and folders, enforced by `npm run check`. docs/decisions give the reasons;
// a violator reads the rule's comment.

const FRONT_ENDS = 'shell|mfe-[^/]+';
// Packages for commands, tests and benchmarks.
const KITS = 'contracts|database|processes|testing';
const TESTS = '\\.(test|spec|test-rows)\\.tsx?$|^api/src/test/|vitest\\.config\\.ts$';
// Folders of api/src that are no noun of the specification; every other one is.
const NOT_A_NOUN = 'lib|http|pages|commands|generated|test';
const USE_CASE = `^api/src/(?!(${NOT_A_NOUN})/)[^/]+/(?!.*\\.(router|routes|sql|test|test-rows)\\.ts$)[^/]+\\.ts$`;

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const betweenWorkspaces = [
  rule(
    'apps-never-import-each-other',
    'Apps meet at run time or through types. A front end knows of the API only src/contract.ts.',
    { path: `^(${FRONT_ENDS}|api)/`, pathNot: TESTS },
    { path: `^(${FRONT_ENDS}|api)/`, pathNot: ['^$1/', '^api/src/contract\\.ts$'] },
  ),
  rule(
    'the-api-is-types-to-a-front-end',
    'Import the contract with `import type`: at run time it would ship server code to browsers.',
    { path: `^(${FRONT_ENDS})/` },
    { path: '^api/', dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'packages-import-no-app',
    'A package serves every app, so it may know none.',
    { path: '^packages/' },
    { path: `^(${FRONT_ENDS}|api|e2e|bench|scripts|prisma)/` },
  ),
  rule(
    'domain-imports-only-zod',
    'Pure functions both sides run: no I/O, no framework, nothing of Node.',
    { path: '^packages/domain/src/', pathNot: TESTS },
    { pathNot: ['^packages/domain/src/', '(^|/)node_modules/zod/'] },
  ),
  rule(
    'products-know-no-scripts',
    'scripts/, e2e/ and bench/ drive the product; neither it nor its tests call them. Move what both use to a package.',
    { path: `^(${FRONT_ENDS}|api|packages)/` },
    { path: '^(scripts|e2e|bench)/' },
  ),
  rule(
    'kits-are-no-part-of-the-product',
    'The product is installed without the packages for commands, tests and benchmarks. Only its tests import them.',
    { path: `^(${FRONT_ENDS}|api|packages/(domain|federation|ui))/`, pathNot: TESTS },
    { path: `^packages/(${KITS})/` },
  ),
  rule(
    'commands-enter-the-api-by-its-exports',
    'Import `api/…`, by a name that api/package.json exports. Put what no name leads to in api/src/commands.',
    { path: '^(scripts|e2e)/' },
    { path: '^api/src/', dependencyTypesNot: ['aliased-workspace', 'undetermined'] },
  ),
  rule(
    'journeys-and-benchmarks-share-packages-alone',
    "Scripts and the API's own fixtures change without you. Move what you share with them to packages/.",
    { path: '^(e2e|bench)/' },
    { path: '^(scripts|api/src/test)/' },
  ),
];

const insideFrontEnds = [
  rule(
    'features-never-import-each-other',
    'What two features share goes to src/lib or packages/ui; a route composes the two.',
    { path: `^(${FRONT_ENDS})/src/features/([^/]+)/` },
    { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
  ),
  rule(
    'features-know-no-routes',
    'Routes → features → packages, one way.',
    { path: `^(${FRONT_ENDS})/src/features/` },
    { path: '^$1/src/(routes/|app\\.tsx|bootstrap\\.tsx|main\\.ts)' },
  ),
  rule(
    'front-end-lib-knows-no-feature',
    'src/lib is below features and routes.',
    { path: `^(${FRONT_ENDS})/src/lib/` },
    { path: '^$1/src/(features|routes)/' },
  ),
];

const insideTheApi = [
  rule(
    'routers-speak-no-sql',
    'router → use case → sql: a rule that sits between the two cannot be skipped.',
    { path: '^api/src/.+\\.(router|routes)\\.ts$' },
    { path: '\\.sql\\.ts$' },
  ),
  rule(
    'sql-stays-in-its-feature',
    "Another feature's tables are reached through its use cases. Commands alone may repair rows directly.",
    { path: '^api/src/([^/]+)/', pathNot: ['^api/src/commands/', TESTS] },
    { path: '^api/src/[^/]+/[^/]+\\.sql\\.ts$', pathNot: '^api/src/$1/' },
  ),
  rule(
    'the-process-speaks-no-sql',
    'The files that put the process together leave SQL to the features.',
    { path: '^api/src/[^/]+\\.ts$', pathNot: TESTS },
    { path: '\\.sql\\.ts$' },
  ),
  rule(
    'use-cases-know-no-transport',
    'A use case is called by routers, jobs and tests alike: no tRPC, no HTTP.',
    { path: [USE_CASE, '^api/src/.+\\.sql\\.ts$'] },
    {
      path: [
        '(^|/)node_modules/(@trpc|fastify|@fastify)/',
        '^api/src/(trpc|router|file-routes|rest-routes|tasks|start-jobs|app|server|main|worker)\\.ts$',
        '\\.(router|routes)\\.ts$',
        '^api/src/(http|pages)/',
      ],
    },
  ),
  rule(
    'use-cases-hold-no-database-driver',
    'Use cases get a transaction that has set the tenant, never a handle of their own.',
    { path: USE_CASE },
    {
      path: ['(^|/)node_modules/(pg|@prisma)/', '^api/src/lib/prisma\\.ts$'],
      dependencyTypesNot: ['type-only'],
    },
  ),
  rule(
    'api-lib-knows-no-domain-words',
    'api/src/lib is below every feature.',
    { path: '^api/src/lib/', pathNot: TESTS },
    { path: '^api/src/', pathNot: '^api/src/(lib|generated)/' },
  ),
  rule(
    'one-file-makes-prisma-clients',
    'The Prisma client is imported in api/src/lib/prisma.ts, which names its statements. Only contenders in bench make another.',
    {
      path: '^(api|prisma|scripts|bench|e2e)/',
      pathNot: ['^api/src/(lib/prisma\\.ts$|generated/)', '^bench/src/contenders/'],
    },
    { path: ['^api/src/generated/', '(^|/)node_modules/@prisma/client/'] },
  ),
  rule(
    'one-file-knows-lucia',
    'Sessions go through api/src/auth/lucia.ts, so that replacing lucia changes one file.',
    { pathNot: '^api/src/auth/lucia\\.ts$' },
    { path: '(^|/)node_modules/lucia/' },
  ),
];

module.exports = {
  forbidden: [
    rule('no-cycles', 'Each of these needs the other first; move what both use.', {}, { circular: true }),
    rule(
      'imports-resolve',
      'Nothing is found under this name.',
      {},
      // The API's bundle is there only once it is built; npm start builds it first.
      { couldNotResolve: true, pathNot: 'api/dist/(main|worker)\\.js$' },
    ),
    ...betweenWorkspaces,
    ...insideFrontEnds,
    ...insideTheApi,
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^api/src/generated/'] },
    exclude: { path: ['^[^/]+/dist/', '\\.(css|svg|png|woff2)$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
