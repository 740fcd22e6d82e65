import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A place in a built file, counted from 0, and where its text came from. */
interface Place {
  line: number;
  column: number;
  from: string | null;
}

/** What was found stays: a fault that comes again and again comes from the same few places. */
const known = new Map<string, string>();
const mostKnown = 2_000;
const frameFile = /(file:\/\/[^\s)]+):(\d+):(\d+)/;

/**
 * Frames of the bundled program as lines of its source. Node's own way (`--enable-source-maps`) takes the whole map of
 * each file apart with the first stack that anybody looks at and keeps it for good: half a million arrays, 56 MB, that
 * the collector then walks over. Here the same reader is asked where a fault has to be told, and let go.
 */
export function inSource(frames: readonly string[]): string[] {
  const sought = new Map<string, Place[]>();
  const places = frames.map((frame) => {
    const [at, url = '', line, column] = frameFile.exec(frame) ?? [];
    if (at === undefined) return null;
    const place: Place = { line: Number(line) - 1, column: Number(column) - 1, from: known.get(at) ?? null };
    if (place.from === null) sought.set(url, [...(sought.get(url) ?? []), place]);
    return { at, place };
  });
  for (const [url, wanted] of sought) find(fileURLToPath(url), wanted);
  return frames.map((frame, n) => {
    const found = places[n];
    if (!found) return frame;
    const from = found.place.from ?? found.at;
    if (known.size >= mostKnown) known.clear();
    known.set(found.at, from);
    return frame.replace(found.at, () => from);
  });
}

function find(file: string, wanted: readonly Place[]): void {
  if (!existsSync(`${file}.map`)) return;
  const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload);
  for (const place of wanted) {
    const entry = map.findEntry(place.line, place.column);
    if ('originalSource' in entry)
      place.from = `${resolve(dirname(file), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  }
}
