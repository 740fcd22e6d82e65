import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const folder = join(import.meta.dirname, '../src/app/asleep');

/**
 * Makes what a page that sleeps runs (`src/app/asleep`): the starter as a text that stands in the page, the watch and a member's keeper as files of their
 * own. They are built apart from the pages' code: shared pieces would bring the whole frame with them.
 */
export function asleep(): Plugin {
  let made: ReturnType<typeof asleepPieces> | undefined;
  return {
    name: 'asleep',
    resolveId: (id) => (id === 'virtual:asleep' ? id : null),
    async load(id) {
      if (id !== 'virtual:asleep') return null;
      made ??= asleepPieces();
      const { starter, watch, keeper } = await made;
      // The browser's code never writes the starter: when it runs, the starter has.
      const text = this.environment.name === 'client' ? '' : starter;
      return `export const starter = ${JSON.stringify(text)};\nexport const watchFile = ${JSON.stringify(`/${watch.fileName}`)};\nexport const keeperFile = ${JSON.stringify(`/${keeper.fileName}`)};`;
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return;
      made ??= asleepPieces();
      const { watch, keeper } = await made;
      for (const { fileName, source } of [watch, keeper]) this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** A file of the build: its name changes with what is in it. */
interface Piece {
  fileName: string;
  source: string;
}

export async function asleepPieces(): Promise<{ starter: string; watch: Piece; keeper: Piece }> {
  const [starter, watch, keeper] = await Promise.all([bundled('starter.ts', 'iife'), bundled('watch.ts', 'es'), bundled('keeper.ts', 'iife')]);
  return { starter, watch: piece('watch', watch), keeper: piece('keeper', keeper) };
}

function piece(name: string, source: string): Piece {
  return { fileName: `assets/${name}-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`, source };
}

async function bundled(file: string, format: 'iife' | 'es'): Promise<string> {
  const made = await build({
    configFile: false,
    root: join(folder, '../../..'),
    mode: 'production',
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: join(folder, file), formats: [format], name: 'asleep', fileName: 'made' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(made) ? made : [made];
  if (!output || !('output' in output) || output.output.length !== 1) throw new Error(`${file} was not made into one file`);
  return output.output[0].code.trim();
}
