import { findCardsByIds, printingsNamed } from '#features/catalogue/index.server.ts';
import { readWantedFile } from '#features/imports/index.server.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Platform } from '#platform/platform.ts';
import type { WantFieldName } from '../model/want-form.ts';
import { wantLimits } from '../words.ts';

/**
 * The result of reading a pasted line: a card with its terms, candidates, or why it is none. A card that is named has
 * candidates too: itself and its other printings.
 */
export interface ReadLine {
  /** The id in the catalogue. */
  cardId: string | null;
  /** For the fields of the form. */
  values: Partial<Record<WantFieldName, string>>;
  candidates: { id: string; name: string; setName: string | null; number: string | null }[];
  problem: string | null;
}

/** Candidates on the page. */
const mostCandidates = 8;

/**
 * Reads a line with the parser of want lists: `2 Sol Ring (C21) 263 *F*`, or words that name one card. Several lines
 * are refused with a link to want lists.
 */
export async function readLine(platform: Pick<Platform, 'db' | 'pool'>, line: string): Promise<ReadLine> {
  const none = (problem: string): ReadLine => ({ cardId: null, values: {}, candidates: [], problem });
  if (line.length > wantLimits.line) return none(`Enter at most ${wantLimits.line} characters.`);
  const lines = line.split('\n').filter((each) => each.trim() !== '');
  if (lines.length > 1) return none('Enter one card. For several cards, create a want list.');
  const file = await readWantedFile(platform, new TextEncoder().encode(line), 1).catch((error: unknown) => {
    if (isRefusal(error)) return null;
    throw error;
  });
  const row = file?.rows[0];
  if (!row || (!row.card && row.candidates.length === 0))
    return none('No matching cards. Check the spelling, or describe the card below.');
  const { quantity, lowestCondition, language, finish, anyPrinting } = row;
  const values = {
    quantity: String(Math.max(1, quantity)),
    lowestCondition: lowestCondition ?? '',
    language: language ?? '',
    finish: finish ?? '',
    anyPrinting: anyPrinting ? '1' : '',
    withPostage: '1',
  };
  // As in a want list, a card with another spelling is offered and not taken.
  const card = row.card ?? (row.candidates.length === 1 && !row.isMisspelled ? row.candidates[0] : undefined);
  if (card) return { cardId: card.id, values, candidates: await printingsOfName(platform.db, card), problem: null };
  const ids = row.candidates.map(({ id }) => id);
  const found = await findCardsByIds(platform.db, ids);
  const candidates = ids.flatMap((id) => found.get(id) ?? []).map(candidateOf);
  return {
    cardId: null,
    values,
    candidates: candidates.slice(0, mostCandidates),
    problem: candidates.length > 1 ? 'Several cards match. Select yours.' : row.notes.join(' '),
  };
}

const candidateOf = ({ id, name, setName, number }: ReadLine['candidates'][number]) => ({ id, name, setName, number });

/** A name like Forest has hundreds of printings. */
const mostRead = 300;

/** A card, and the newest other printings of its name. */
async function printingsOfName(
  db: Db,
  { id, game, name }: { id: string; game: string; name: string },
): Promise<ReadLine['candidates']> {
  const others = (await printingsNamed(db, [name])).flatMap((printing) =>
    printing.game === game && printing.id !== id ? [printing.id] : [],
  );
  const cards = await findCardsByIds(db, [id, ...others.slice(0, mostRead)]);
  const isNamed = (card: { id: string }) => Number(card.id === id);
  const newest = [...cards.values()].sort(
    (a, b) => isNamed(b) - isNamed(a) || (b.releaseDate ?? '').localeCompare(a.releaseDate ?? ''),
  );
  return newest.slice(0, mostCandidates + 1).map(candidateOf);
}
