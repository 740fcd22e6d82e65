import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A position in a bundled file, counted from 0, and its source. */
interface Position {
  line: number;
  column: number;
  from: string | null;
}

/** A cache: repeated errors come from the same few positions. */
const sources = new Map<string, string>();
const maxSources = 2_000;
const frameFile = /(file:\/\/[^\s)]+):(\d+):(\d+)/;

/**
 * Maps stack frames of the bundle to lines of the source. Node's own `--enable-source-maps` parses the whole map of
 * each file at the first stack trace and never releases it: half a million arrays, 56 MB, which the garbage collector
 * then scans. This uses the same parser only when an error is logged, and releases the map.
 */
export function inSource(frames: readonly string[]): string[] {
  const missing = new Map<string, Position[]>();
  const positions = frames.map((frame) => {
    const [at, url = '', line, column] = frameFile.exec(frame) ?? [];
    if (at === undefined) return null;
    const position: Position = { line: Number(line) - 1, column: Number(column) - 1, from: sources.get(at) ?? null };
    if (position.from === null) missing.set(url, [...(missing.get(url) ?? []), position]);
    return { at, position };
  });
  for (const [url, wanted] of missing) find(fileURLToPath(url), wanted);
  return frames.map((frame, n) => {
    const found = positions[n];
    if (!found) return frame;
    const from = found.position.from ?? found.at;
    if (sources.size >= maxSources) sources.clear();
    sources.set(found.at, from);
    return frame.replace(found.at, () => from);
  });
}

function find(file: string, wanted: readonly Position[]): void {
  if (!existsSync(`${file}.map`)) return;
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  for (const position of wanted) {
    const entry = map.findEntry(position.line, position.column);
    if ('originalSource' in entry)
      position.from = `${resolve(dirname(file), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  }
}
