import type { SetName } from '#features/catalogue/index.server.ts';
import { isNearly, nameKey, nameWords } from './names.ts';

export interface FoundSets {
  /** By how well they fit, best first; each step holds only what the steps before do not. */
  steps: SetName[][];
  /** True where only a misspelling leads to them. */
  isGuess: boolean;
}

export type FindSets = (said: { code: string; name: string }) => FoundSets;

interface Keyed {
  set: SetName;
  codes: string[];
  name: string;
  words: string[];
}

/**
 * Finds the sets that a row may mean by code or name; services write `SWSH07: Evolving Skies`, `Alpha Edition` or `XY - Evolutions` for what the catalogue calls
 * otherwise. The names are read once, and each way of writing a set is looked up once for the whole file.
 */
export function setFinder(sets: readonly SetName[]): FindSets {
  const keyed = sets.map(
    (set): Keyed => ({ set, codes: [set.code, set.abbr ?? ''].map(nameKey), name: nameKey(set.name), words: nameWords(set.name) }),
  );
  const known = new Map<string, FoundSets>();
  return ({ code, name }) => {
    const key = `${code}\n${name}`;
    const found = known.get(key) ?? find(keyed, nameKey(code), name);
    known.set(key, found);
    return found;
  };
}

function find(sets: readonly Keyed[], code: string, name: string): FoundSets {
  const byCode = code === '' ? [] : sets.filter(({ codes }) => codes.includes(code));
  const seen = new Set<Keyed>();
  const fresh = [byCode, ...(name === '' ? [] : byName(sets, name))].map((step) => step.filter((set) => !seen.has(set) && seen.add(set)));
  const steps = fresh.filter((step) => step.length > 0);
  if (steps.length > 0 || name === '') return { steps: steps.map(setsOf), isGuess: false };
  const key = nameKey(name);
  const near = sets.filter((set) => isNearly(set.name, key));
  return { steps: near.length > 0 ? [setsOf(near)] : [], isGuess: true };
}

const setsOf = (step: readonly Keyed[]) => step.map(({ set }) => set);

/** Of that very name; of what is left without brackets or on one side of a colon; whose words are all said, or say all. */
function byName(sets: readonly Keyed[], name: string): Keyed[][] {
  const whole = nameKey(name);
  const parts = [
    name.replace(/\s*\([^)]*\)/g, ''),
    name
      .split(/:\s|\s-\s/)
      .slice(1)
      .join(' '),
    name.split(/:\s/)[0] ?? '',
  ].map(nameKey);
  const said = new Set(nameWords(name));
  const holds = ({ words }: Keyed) =>
    words.length > 0 && said.size > 0 && (words.every((word) => said.has(word)) || [...said].every((word) => words.includes(word)));
  return [sets.filter((set) => set.name === whole), sets.filter((set) => parts.includes(set.name)), sets.filter(holds)];
}
