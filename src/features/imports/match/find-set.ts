import { isNearly, nameKey, nameWords } from './names.ts';

/** A set of a game by the names it goes by. */
export interface KnownSet {
  game: string;
  code: string;
  abbr: string | null;
  name: string;
}

export interface FoundSets {
  /** By how well they fit, best first; each step holds only what the steps before do not. */
  steps: KnownSet[][];
  /** True where only a misspelling leads to them. */
  isGuess: boolean;
}

/** The sets that a row may mean by code or name. Services write `SWSH07: Evolving Skies`, `Alpha Edition` or `XY - Evolutions` for what the catalogue calls otherwise. */
export function findSets(sets: readonly KnownSet[], said: { code?: string | undefined; name?: string | undefined }): FoundSets {
  const code = nameKey(said.code ?? '');
  const byCode = code === '' ? [] : sets.filter((set) => nameKey(set.code) === code || (set.abbr !== null && nameKey(set.abbr) === code));
  const steps = [byCode, ...(said.name ? byName(sets, said.name) : [])];
  const seen = new Set<KnownSet>();
  const fresh = steps.map((step) => step.filter((set) => !seen.has(set) && seen.add(set))).filter((step) => step.length > 0);
  if (fresh.length > 0 || !said.name) return { steps: fresh, isGuess: false };
  const key = nameKey(said.name);
  const near = sets.filter((set) => isNearly(nameKey(set.name), key));
  return { steps: near.length > 0 ? [near] : [], isGuess: true };
}

function byName(sets: readonly KnownSet[], name: string): KnownSet[][] {
  const whole = nameKey(name);
  const parts = [
    name.replace(/\s*\([^)]*\)/g, ''),
    name
      .split(/:\s|\s-\s/)
      .slice(1)
      .join(' '),
    name.split(/:\s/)[0] ?? '',
  ].map(nameKey);
  const words = new Set(nameWords(name));
  const holds = (set: KnownSet) => {
    const own = nameWords(set.name);
    return own.length > 0 && words.size > 0 && (own.every((word) => words.has(word)) || [...words].every((word) => own.includes(word)));
  };
  return [sets.filter((set) => nameKey(set.name) === whole), sets.filter((set) => parts.includes(nameKey(set.name))), sets.filter(holds)];
}
