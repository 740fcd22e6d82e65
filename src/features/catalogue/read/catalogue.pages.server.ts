import { notFound } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import type { Card, CardSet, Game } from '../contract.ts';
import { rarityName } from '../model/fact-words.ts';
import { parentOf, type SetCarousel, shelveSets } from '../model/set-carousels.ts';
import { findGame, getSet, listAllSets, listCards, listGames, listInserts } from './catalogue.queries.server.ts';

/** What a card's tile shows; a page of a set holds hundreds. */
export type CardTileFacts = Pick<Card, 'id' | 'name' | 'number' | 'rarity' | 'artUrl'>;

export interface GamePageData {
  game: Game;
  shelves: SetCarousel[];
}

export interface SetPageData {
  set: CardSet;
  gameName: string;
  /** The set in whose packs this one came. */
  parent: CardSet | null;
  inserts: Pick<CardSet, 'setCode' | 'setName' | 'cards'>[];
  cards: CardTileFacts[];
}

export const cardsAtOnce = 60;
const mostCards = 1_200;

/** A game and its sets by era. Refuses an unknown game (404). */
export async function loadGamePage(db: Db, slug: string): Promise<GamePageData> {
  const game = (await listGames(db)).find((each) => each.game === slug);
  if (!game) throw notFound('This game is not in our card database.');
  return { game, shelves: shelveSets(await listAllSets(db, slug)) };
}

/** A set and its first `shown` cards. Refuses an unknown set (404). */
export async function loadSetPage(db: Db, game: string, code: string, shown: number): Promise<SetPageData> {
  const set = await getSet(db, game, code);
  const parentCode = parentOf(code);
  const limit = Math.min(Math.max(shown, cardsAtOnce), mostCards);
  const [found, { items }, inserts, parent] = await Promise.all([
    findGame(db, game),
    listCards(db, { game, set: code, limit }),
    listInserts(db, game, code),
    parentCode ? getSet(db, game, parentCode).catch(() => null) : null,
  ]);
  return {
    set,
    gameName: found?.name ?? game,
    parent,
    inserts: inserts.map((insert) => ({ ...insert, setName: withoutPrefix(insert.setName, set.setName) })),
    cards: items.map(({ id, name, number, rarity, artUrl }) => ({
      id,
      name,
      number,
      rarity: rarity && rarityName(rarity),
      artUrl,
    })),
  };
}

/** `Batting Leaders` for `1990 Topps Baseball Batting Leaders` on the page of 1990 Topps Baseball. */
function withoutPrefix(name: string, prefix: string): string {
  return name.startsWith(`${prefix} `) ? name.slice(prefix.length + 1) : name;
}
