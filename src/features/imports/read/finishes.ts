import { finishSpellings } from '#kernel/cards/finishes.ts';

/** `normal`, `reverse`, `foil` for any kind of foil, or one kind by its name in the catalogue. */
export interface FinishSaid {
  finish: string;
  /** False where the words are unknown, or say more than the finish. */
  isKnown: boolean;
}

const known = new Map(
  Object.entries(finishSpellings).flatMap(([finish, words]) =>
    words
      .split(' ')
      .filter(Boolean)
      .map((word) => [word, finish] as const),
  ),
);

/** Reads a finish cell. A blank one in a finish column means plain. Unknown words never mean plain. */
export function readFinish(cell: string): FinishSaid {
  const said = cell.trim().toLowerCase();
  if (said === '' || said === '-') return { finish: 'normal', isKnown: true };
  if (/^[✓✔☑]$/.test(said)) return { finish: 'foil', isKnown: true };
  const key = said.normalize('NFKD').replace(/[^a-z0-9]/g, '');
  const finish = known.get(key);
  if (finish !== undefined) return { finish, isKnown: true };
  return { finish: likelyFinish(said), isKnown: false };
}

/**
 * The finish that words beside a card's name mean: `Foil`, `Non-Foil`, `Reverse Holo`; null for other words. A yes or a
 * symbol, which means a foil in a finish column, means nothing here.
 */
export function finishInWords(text: string): string | null {
  if (!/foil|holo|etched|reverse|^normal$/i.test(text)) return null;
  const { finish, isKnown } = readFinish(text);
  return isKnown ? finish : null;
}

function likelyFinish(said: string): string {
  if (/\bnon\b|\bnot\b|\bno\b/.test(said)) return 'normal';
  if (said.includes('reverse')) return 'reverse';
  if (said.includes('etched')) return 'etched';
  return /foil|holo|^f$/.test(said) ? 'foil' : 'normal';
}
