import { existsSync, readFileSync } from 'node:fs';
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
 * Frames of the bundled program as lines of its source. Node's own way (`--enable-source-maps`) takes the whole map of each file apart with the first stack that anybody looks at
 * and keeps it for good: half a million arrays, 56 MB, that the collector then walks over. Here a map is read where a fault has to be told, and let go.
 */
export function inSource(frames: readonly string[]): string[] {
  const sought = new Map<string, Place[]>();
  const places = frames.map((frame) => {
    const [at, url = '', line, column] = frameFile.exec(frame) ?? [];
    if (at === undefined || known.has(at)) return null;
    const place: Place = { line: Number(line) - 1, column: Number(column) - 1, from: null };
    sought.set(url, [...(sought.get(url) ?? []), place]);
    return { at, place };
  });
  for (const [url, wanted] of sought) find(fileURLToPath(url), wanted);
  for (const found of places) {
    if (found === null) continue;
    if (known.size >= mostKnown) known.clear();
    known.set(found.at, found.place.from ?? found.at);
  }
  return frames.map((frame) => frame.replace(frameFile, (at) => known.get(at) ?? at));
}

function find(file: string, wanted: readonly Place[]): void {
  if (!existsSync(`${file}.map`)) return;
  const { mappings, sources, sourceRoot = '' } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMap;
  walk(mappings, wanted, (place, source, line, column) => {
    place.from = `${resolve(dirname(file), sourceRoot, sources[source] ?? '')}:${line + 1}:${column + 1}`;
  });
}

interface SourceMap {
  mappings: string;
  sources: string[];
  sourceRoot?: string;
}

const digits = new Int8Array(128).fill(-1);
[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((digit, value) => {
  digits[digit.charCodeAt(0)] = value;
});

type Tell = (place: Place, source: number, line: number, column: number) => void;

/** Reads the mappings once, without keeping any, and tells for each place the last segment that begins at it or before it in its line. */
function walk(mappings: string, wanted: readonly Place[], tell: Tell): void {
  const last = Math.max(...wanted.map(({ line }) => line));
  // Column, source, its line and column, name: each counts on from the segment before, the column within its line.
  const state = [0, 0, 0, 0, 0];
  let line = 0;
  let here = wanted.filter((place) => place.line === 0);
  for (let at = 0; at < mappings.length && line <= last; at++) {
    const letter = mappings.charCodeAt(at);
    if (letter === semicolon) {
      line++;
      state[0] = 0;
      here = wanted.filter((place) => place.line === line);
    } else if (letter !== comma) {
      let field = 0;
      for (; at < mappings.length && (digits[mappings.charCodeAt(at)] ?? -1) >= 0; field++) {
        let value = 0;
        let shift = 0;
        let digit = 0;
        do {
          digit = digits[mappings.charCodeAt(at++)] as number;
          value |= (digit & 31) << shift;
          shift += 5;
        } while (digit & 32);
        state[field] = (state[field] as number) + (value & 1 ? -(value >> 1) : value >> 1);
      }
      at--;
      const [column, source, sourceLine, sourceColumn] = state as [number, number, number, number];
      if (field >= 4) for (const place of here) if (column <= place.column) tell(place, source, sourceLine, sourceColumn);
    }
  }
}

const semicolon = ';'.charCodeAt(0);
const comma = ','.charCodeAt(0);
