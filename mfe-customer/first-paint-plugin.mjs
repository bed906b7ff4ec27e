import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import vm from 'node:vm';
import { minimizers, moduleOptions } from 'federation/rspack';

/** Packages that must not be bundled here, by folder. */
const REACT = /[\\/]node_modules[\\/](?:react|react-dom|react-router|react-router-dom|lucide-react)[\\/]/;

/** The script that comes before all others of its screen. */
const FIRST_CALLS = { cashback: 'first-call', redemption: 'first-call' };

/** Each screen's script and, of the same name, its styles. */
const SCRIPTS = {
  cashback: 'confirmation',
  redemption: 'confirmation',
  dashboard: 'arrival',
  signup: 'arrival',
};

/** The same sources and class names as the application's, with JSX that turns into text. */
function configuration({ name, uniqueName, directory, outputPath }) {
  const { rules, ...options } = moduleOptions(name, { development: false });
  const firstPaint = (file) => join(directory, 'src/first-paint', file);
  const entry = (...files) => ({ import: ['ui/styles.css', ...files.map(firstPaint)] });
  return {
    name: 'first-paint',
    context: directory,
    mode: 'production',
    target: 'web',
    entry: {
      'first-call': firstPaint('first-call.ts'),
      confirmation: entry('confirmation-script.tsx'),
      arrival: entry('arrival.tsx'),
      // Its styles are the arrival's: for the skeleton's shapes, and for that script's failure.
      markup: { ...entry('markup.tsx'), library: { name: 'markup', type: 'var' } },
    },
    output: {
      path: outputPath,
      uniqueName,
      filename: '[name].js',
      cssFilename: '[name].css',
      publicPath: '/',
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.mjs', '.js', '.json'],
      alias: {
        'react/jsx-runtime': firstPaint('jsx-runtime.ts'),
        [join(directory, 'src/lib/link.tsx')]: firstPaint('link.tsx'),
      },
    },
    module: {
      ...options,
      rules: [...rules, { test: REACT, enforce: 'pre', use: join(directory, 'refuse-react.mjs') }],
    },
    optimization: { splitChunks: false, runtimeChunk: false, minimizer: minimizers() },
    devtool: false,
    performance: false,
  };
}

function run(rspack, options) {
  return new Promise((resolve, reject) => {
    const compiler = rspack(options);
    compiler.run((error, stats) => {
      const failure =
        error ?? (stats.hasErrors() ? new Error(stats.toString({ all: false, errors: true })) : undefined);
      compiler.close(() => (failure ? reject(failure) : resolve()));
    });
  });
}

/**
 * Its classes have to be the application's: then nothing changes its looks when the application takes over.
 */
async function refuseUnknownClasses(markup, applicationDirectory) {
  const files = (await readdir(applicationDirectory)).filter((file) => file.endsWith('.css'));
  const known = (
    await Promise.all(files.map((file) => readFile(join(applicationDirectory, file), 'utf8')))
  ).join('');
  const names = [...markup.matchAll(/ class=\\"([^"\\]+)\\"/g)].flatMap(([, value]) => value.split(' '));
  const unknown = names.filter((name) => !known.includes(`.${name.replaceAll('.', '\\.')}`));
  if (names.length === 0 || unknown.length > 0) {
    throw new Error(`the application has no such classes: ${[...new Set(unknown)]}`);
  }
}

/**
 * Leaves out the tokens that neither styles nor views read. A token may be read by another alone, so it looks
 * again.
 */
function dropUnreadTokens(css, views) {
  const readers = css + views;
  const rest = css.replace(/(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (declaration, name) =>
    readers.includes(`var(${name})`) || readers.includes(`var(${name},`) ? declaration : '',
  );
  return rest === css ? css : dropUnreadTokens(rest, views);
}

/**
 * Leaves out what no page needs before the application: styles of paper, of a subtree's own theme, of a
 * pointer that hovers, of selected text, and of tables.
 */
function dropLateRules(css) {
  return css
    .replace(/@media print\{(?:[^{}]*\{[^{}]*\})*\}/g, '')
    .replace(/\[data-theme=dark\]\{[^{}]*\}/g, '')
    .replace(/[^{}]*:hover[^{}]*\{[^{}]*\}/g, '')
    .replace(/(?:::selection|table)\{[^{}]*\}/g, '');
}

/** Both stand in the page as they are: nothing in them may end the element they stand in. */
function refuseClosingTags({ css, firstCall = '', script }) {
  if (/<\/style/i.test(css)) throw new Error('the styles hold </style');
  if (/<\/script|<!--/i.test(firstCall + script)) throw new Error('the script holds </script or <!--');
}

/**
 * Writes first-paint.json (FirstPaint of domain/first-paint) beside a finished production build of the
 * application.
 */
export class FirstPaintPlugin {
  constructor({ name, directory }) {
    this.name = name;
    this.directory = directory;
  }

  apply(compiler) {
    compiler.hooks.done.tapPromise('FirstPaintPlugin', async (stats) => {
      if (!stats.hasErrors()) await this.build(compiler);
    });
  }

  async build(compiler) {
    const { path: applicationDirectory, uniqueName } = compiler.options.output;
    const outputPath = await mkdtemp(join(tmpdir(), 'first-paint-'));
    try {
      const { name, directory } = this;
      await run(compiler.webpack.rspack, configuration({ name, directory, uniqueName, outputPath }));
      const file = (each) => readFile(join(outputPath, each), 'utf8');
      const context = vm.createContext({});
      vm.runInContext(await file('markup.js'), context);
      const screens = {};
      for (const [screen, parts] of Object.entries(context.markup.screens)) {
        const script = await file(`${SCRIPTS[screen]}.js`);
        const css = dropLateRules(
          await file(`${SCRIPTS[screen] === 'arrival' ? 'markup' : 'confirmation'}.css`),
        );
        await refuseUnknownClasses(JSON.stringify(parts.markup), applicationDirectory);
        const views = script + JSON.stringify(parts.markup);
        const firstCall = FIRST_CALLS[screen] && (await file(`${FIRST_CALLS[screen]}.js`));
        screens[screen] = { ...parts, css: dropUnreadTokens(css, views), firstCall, script };
        refuseClosingTags(screens[screen]);
      }
      await writeFile(join(applicationDirectory, 'first-paint.json'), JSON.stringify(screens));
    } finally {
      await rm(outputPath, { recursive: true, force: true });
    }
  }
}
