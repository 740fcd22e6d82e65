import { sql } from 'drizzle-orm';
import type { Platform } from '#platform/platform.ts';
import { cardSet } from '../model/catalogue.tables.ts';
import { type CardIndex, setWord } from './index/card-index.ts';
import { indexOf } from './index/index-store.server.ts';
import { type Hit, isGlue, lookUp } from './lookup.ts';
import { parseQuery } from './query/parse-query.ts';

export interface FoundSet {
  game: string;
  setCode: string;
  setName: string;
  releaseDate: string | null;
  cards: number;
}

/**
 * Sets whose name or code holds all that a query says, the last word unfinished and a word that nothing is called
 * misspelled; what has the fewest words besides comes first, then the likelier one. Found in memory; what they are
 * called costs one statement.
 */
export async function searchSets(
  platform: Pick<Platform, 'pool' | 'db'>,
  { q, game, limit }: { q: string; game?: string | undefined; limit: number },
): Promise<FoundSet[]> {
  const { index } = await indexOf(platform.pool);
  const gameAt = game === undefined ? null : index.games.indexOf(game);
  const sets = setsNamed(index, q).filter((set) => gameAt === null || index.setGame[set] === gameAt);
  const keys = sets.slice(0, limit).map((set) => (index.setKeys[set] as string).split('\n'));
  if (keys.length === 0) return [];
  const { game: ofGame, code, name: setName, releaseDate, cardCount } = cardSet;
  const columns = [keys.map(([of]) => of), keys.map(([, of]) => of)].map((texts) => sql`${sql.param(texts)}::text[]`);
  const rows = await platform.db
    .select({ game: ofGame, setCode: code, setName, releaseDate, cards: cardCount })
    .from(cardSet)
    .where(sql`${cardCount} > 0 and (${ofGame}, ${code}) in (select * from unnest(${columns[0]}, ${columns[1]}))`);
  const placeOf = ({ game: of, setCode }: FoundSet) =>
    keys.findIndex(([ofKey, codeOfKey]) => ofKey === of && codeOfKey === setCode);
  return rows.sort((a, b) => placeOf(a) - placeOf(b));
}

function setsNamed(index: CardIndex, q: string): number[] {
  const tokens = parseQuery(q).tokens.filter(({ word, soft }) => !soft && !isGlue(word));
  const read = tokens.map(
    (token, at) => lookUp(index, token, at === tokens.length - 1, index.words.find(token.word) < 0).hits,
  );
  // What nothing in the catalogue is called says nothing of a set either.
  const named = read.filter((hits) => hits.length > 0).map((hits) => setsOf(index, hits));
  const [first, ...others] = named;
  const sets = [...(first ?? [])].filter((set) => others.every((other) => other.has(set)));
  const spare = (set: number) => index.setLength[set] as number;
  return sets.sort((a, b) => spare(a) - spare(b) || (index.setPrior[b] as number) - (index.setPrior[a] as number));
}

/** Matches by a word in the set's name or code: a year, a series or a game matches many sets. */
function setsOf(index: CardIndex, hits: readonly Hit[]): Set<number> {
  const { starts, items } = index.wordSets;
  const found = new Set<number>();
  for (const { word } of hits) {
    const end = starts[word + 1] as number;
    for (let at = starts[word] as number; at < end; at++) {
      const item = items[at] as number;
      if (item % 8 === setWord.name || item % 8 === setWord.code) found.add(Math.floor(item / 8));
    }
  }
  return found;
}
