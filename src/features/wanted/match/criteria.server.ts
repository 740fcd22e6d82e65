import { searchWords } from '#features/catalogue/index.server.ts';
import { findMatchableListings, type MatchableListing } from '#features/listings/index.server.ts';
import type { Db } from '#platform/db/db.ts';
import type { WantRow } from '../model/want.tables.ts';
import { conditionsFrom, keyOfWant, meets, requiredWords, type WantCriteria } from '../model/wanted.rules.ts';

type CriteriaRow = Pick<
  WantRow,
  | 'ownerId'
  | 'game'
  | 'card'
  | 'title'
  | 'anyPrinting'
  | 'lowestCondition'
  | 'language'
  | 'finish'
  | 'highestAmount'
  | 'currency'
  | 'withPostage'
>;

/** The rules' form of a want's row. */
export function criteriaOf({ title, highestAmount, currency, ...row }: CriteriaRow): WantCriteria {
  const highestPrice = highestAmount === null || currency === null ? null : { amount: highestAmount, currency };
  return { ...row, words: row.card ? [] : requiredWords(searchWords(title)), highestPrice };
}

/** The key in the index of wants. */
export const wantKey = (row: CriteriaRow): string => keyOfWant(criteriaOf(row));

/** The copies for sale that meet a want, cheapest first; without those of `blocked` sellers. */
export async function findMeeting(
  db: Db,
  row: CriteriaRow,
  blocked: ReadonlySet<string>,
  now: Date,
): Promise<MatchableListing[]> {
  const want = criteriaOf(row);
  return (await findCopies(db, want, now)).filter(
    (copy) => !blocked.has(copy.sellerId) && meets(want, copy, copy.postage),
  );
}

/** The copies for sale that may be wanted, of one seller or of all; `isWanted` and `meets` decide. */
export function findCopies(db: Db, want: WantCriteria, now: Date, sellerId?: string): Promise<MatchableListing[]> {
  const conditions = conditionsFrom(want.lowestCondition);
  const { card, anyPrinting, game, language, finish } = want;
  const named = card ? (anyPrinting ? { words: searchWords(card.name) } : { cardId: card.id }) : { words: want.words };
  const terms = {
    ...named,
    game,
    ...(conditions && { conditions }),
    ...(language && { language }),
    ...(finish && { finish }),
    ...(sellerId && { sellerId }),
  };
  return findMatchableListings(db, terms, now);
}
