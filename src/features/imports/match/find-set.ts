import type { SetName } from '#features/catalogue/index.server.ts';
import { ownValue } from '#kernel/own-value.ts';
import type { Note } from '../model/note.texts.ts';
import { isNearly, nameKey, nameWords } from './names.ts';
import { isAround, otherNames, otherProduct, promoCodes, promoLineOf, promoWord } from './services-sets.ts';

/** Sets that a row may name, and the uncertainty; null for none. */
export interface SetStep {
  sets: SetName[];
  doubt: Note | null;
}

/** By how well they fit, best first; each step holds only sets that are in no earlier step. */
export type FoundSets = readonly SetStep[];

export type FindSets = (said: { code: string; name: string }) => FoundSets;

interface Keyed {
  set: SetName;
  codes: string[];
  name: string;
  words: string[];
}

/**
 * Finds the sets that a row may name: by code, by full name, by a code in place of the name, then by a name with
 * additions of services (`SWSH07: Evolving Skies`, `Alpha`, `XY - Evolutions`). Names are indexed once, and each
 * spelling is resolved once a file.
 */
export function setFinder(sets: readonly SetName[]): FindSets {
  const keyed = sets.map(
    (set): Keyed => ({
      set,
      codes: [set.code, set.abbr ?? ''].map(nameKey),
      name: nameKey(set.name),
      words: nameWords(set.name),
    }),
  );
  const known = new Map<string, FoundSets>();
  return ({ code, name }) => {
    const key = `${code}\n${name}`;
    const found = known.get(key) ?? find(keyed, code, name);
    known.set(key, found);
    return found;
  };
}

interface Step {
  sets: readonly Keyed[];
  doubt?: Note;
}

const misspelled: Note = { code: 'set_misspelled' };
const similar: Note = { code: 'set_renamed' };

function find(sets: readonly Keyed[], code: string, name: string): FoundSets {
  const byCode = setsOfCode(sets, code);
  const wholeName = otherNames[nameKey(name)] ?? nameKey(name);
  const exact = name === '' ? [] : sets.filter((set) => set.name === wholeName);
  const disagree = byCode.length > 0 && exact.length > 0 && !exact.some((set) => byCode.includes(set));
  const doubt: Note = { code: 'set_contradiction' };
  const parts = byPartsOfName(sets, disagree ? '' : name);
  // Files with one set column have its name or its code there.
  const nameAsCode = setsOfCode(sets, name);
  const sure: Step[] = disagree
    ? [{ sets: [...byCode, ...exact], doubt }]
    : [{ sets: byCode }, { sets: exact }, { sets: nameAsCode }, ...parts.likely];
  const seen = new Set<Keyed>();
  const fresh = [...sure, ...galleriesOf(sets, sure), ...parts.unlikely].map(({ sets: step, doubt: why = null }) => ({
    sets: step.filter((set) => !seen.has(set) && seen.add(set)).map(({ set }) => set),
    doubt: why,
  }));
  const steps = fresh.filter((step) => step.sets.length > 0);
  if (steps.length > 0 || name === '') return steps;
  const near = sets.filter((set) => isNearly(set.name, nameKey(name)));
  if (near.length > 0) return [{ sets: near.map(({ set }) => set), doubt: misspelled }];
  const promos = nameWords(name).some((word) => promoWord.test(word))
    ? sets.filter(({ words }) => words.some((word) => promoWord.test(word)))
    : [];
  return promos.length > 0 ? [{ sets: promos.map(({ set }) => set), doubt: similar }] : [];
}

/** `M11`, and codes of the Pokémon games and Dragon Shield for sets with another code in the catalogue. */
function setsOfCode(sets: readonly Keyed[], said: string): Keyed[] {
  const code = nameKey(said);
  if (code === '') return [];
  const byCode = sets.filter(({ codes }) => codes.includes(code));
  if (byCode.length > 0) return byCode;
  const other = ownValue(promoCodes, code) ?? /^(gk[12])_/i.exec(said)?.[1]?.toLowerCase();
  return other === undefined ? [] : sets.filter(({ codes }) => codes.includes(other));
}

/**
 * By the name without brackets or on one side of a colon; by all words of a set's name; by a line of promos. Other
 * words make it uncertain.
 */
function byPartsOfName(sets: readonly Keyed[], name: string): { likely: Step[]; unlikely: Step[] } {
  if (name === '') return { likely: [], unlikely: [] };
  const line = promoLineOf(name);
  const ofLine = line === null ? [] : sets.filter(({ words }) => words.includes(line) && words.includes('promo'));
  const bare = name.replace(/\s*\([^)]*\)/g, '');
  const behind = name
    .split(/:\s|\s-\s/)
    .slice(1)
    .join(' ');
  const [inFront = ''] = name.split(/:\s/);
  const said = nameWords(name);
  const saidWords = new Set(said);
  const isForeign = said.some((word) => /^(japan|japanese|korean|chinese|ocg)$/.test(word));
  const fits = { exactly: [] as Keyed[], nearly: [] as Keyed[] };
  for (const set of sets) {
    const { words } = set;
    if (words.length === 0 || said.length === 0) continue;
    const left = said.filter((word) => !words.includes(word));
    if (words.every((word) => saidWords.has(word))) (isSameSet(words, left) ? fits.exactly : fits.nearly).push(set);
    else if (left.length === 0)
      (words.some((word) => !saidWords.has(word) && otherProduct.test(word)) ? fits.nearly : fits.exactly).push(set);
  }
  const front = name.split(/:\s|\s-\s/)[0] ?? '';
  const isFrontKnown = ({ codes, words }: Keyed) =>
    codes.includes(nameKey(front)) || nameWords(front).every((word) => isAround(word) || words.includes(word));
  const ofParts = sets.filter(
    (set) => set.name === nameKey(bare) || (set.name === nameKey(behind) && isFrontKnown(set)),
  );
  const ofBehind = sets.filter((set) => set.name === nameKey(behind));
  const ofFront = sets.filter((set) => set.name === nameKey(inFront));
  // `SV11B: Black Bolt` is a Japanese set, whose English counterpart has the same name.
  const isSister = isForeign || /^[a-z]+\d+[a-z]$/i.test(inFront.trim());
  const ifSister = isSister ? { doubt: similar } : {};
  return {
    likely: [{ sets: ofLine }, { sets: ofParts, ...ifSister }, { sets: fits.exactly, ...ifSister }],
    unlikely: [
      { sets: [...ofFront, ...ofBehind], doubt: similar },
      { sets: fits.nearly, doubt: similar },
    ],
  };
}

/**
 * Whether the additional words leave the set the same. Every series has a base set; only the first has no other name.
 */
const isSameSet = (words: readonly string[], left: readonly string[]) =>
  left.every(isAround) &&
  (words.join() !== 'base' || left.every((word) => /^(pokemon|shadowless|unlimited|1st|limited)$/.test(word)));

/**
 * Galleries and vaults of a set that have a code of their own: `CRZ` and `CRZ:GG`. Their numbers are not in the set
 * itself.
 */
function galleriesOf(sets: readonly Keyed[], steps: readonly Step[]): Step[] {
  return steps
    .filter(({ sets: parents }) => parents.length > 0 && parents.length < 4)
    .map(({ sets: parents, doubt }) => ({
      sets: sets.filter(({ set }) =>
        parents.some(
          ({ set: parent }) =>
            set.game === parent.game &&
            ((parent.abbr !== null && set.abbr?.startsWith(`${parent.abbr}:`)) ||
              (set.name.startsWith(`${parent.name} `) &&
                /(Gallery|Vault|Classic Collection|Collection)$/.test(set.name))),
        ),
      ),
      ...(doubt !== undefined && { doubt }),
    }));
}
