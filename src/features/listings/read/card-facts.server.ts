import { findCard, readRarity, searchWords } from '#features/catalogue/index.server.ts';
import { invalid } from '#kernel/refusal.ts';
import type { Db } from '#platform/db/db.ts';
import { gameNames, type ListingGame } from '../model/listing.rules.ts';
import type { ListingRow } from '../model/listing.tables.ts';
import { unknownCardSentence } from '../model/state-sentences.ts';

export type CardFacts = Pick<
  ListingRow,
  'cardId' | 'cardFinishes' | 'game' | 'setCode' | 'setName' | 'number' | 'name' | 'rarity'
>;

interface FreeCard {
  game?: string | undefined;
  setName?: string | null | undefined;
  number?: string | null | undefined;
  name?: string | undefined;
  rarity?: string | null | undefined;
}

/** The columns that a listing copies from its catalogue card. Refuses an unknown card (422). */
export async function factsOfCard(db: Db, cardId: string): Promise<CardFacts> {
  return factsOfFound(await findCard(db, cardId));
}

/** The same for a card that is loaded already; null refuses. */
export function factsOfFound(card: Awaited<ReturnType<typeof findCard>>): CardFacts {
  if (!card) throw invalid({ catalogueCardId: unknownCardSentence }, { coded: { code: 'card_unknown', params: {} } });
  const { id, game, setCode, setName, number, name, rarity, finishes } = card;
  return { cardId: id, cardFinishes: finishes, game, setCode, setName, number, name, rarity };
}

export function factsOfFreeCard(card: FreeCard): CardFacts {
  if (!card.game) throw invalid({ game: 'Choose a card or a game.' });
  if (!card.name) throw invalid({ name: 'Choose a card or enter its name.' });
  return {
    cardId: null,
    cardFinishes: [],
    game: card.game,
    setCode: null,
    setName: card.setName ?? null,
    number: card.number ?? null,
    name: card.name,
    rarity: card.rarity ? readRarity(card.rarity) : null,
  };
}

/** The words by which a listing is found, and the same as one text where no card of the catalogue leads to it. */
export function searchTextOf(facts: CardFacts, title: string): Pick<ListingRow, 'words' | 'freeText'> {
  const words = searchWords(
    facts.game,
    facts.name,
    facts.setName,
    facts.setCode,
    facts.number,
    gameNames[facts.game as ListingGame],
    title,
  );
  return { words, freeText: facts.cardId === null ? words.join(' ') : null };
}
