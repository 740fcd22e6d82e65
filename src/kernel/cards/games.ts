interface GameFacts {
  name: string;
  /** What players call it for short, in a search. */
  initials?: string;
  /** Words of a search or of a set's name that mean the game: "mtg black lotus" is no search for a card called mtg. */
  words: string;
  /** How files name it; without it the import has no such cards. */
  inFiles?: RegExp;
}

/** The one list of games: those of the shipped catalogue, and `other` for a card of another game. */
const facts = {
  pokemon: { name: 'Pokémon', initials: 'ptcg', words: 'pokemon pkmn', inFiles: /pok[eé]mon|\bptcg\b/i },
  magic: { name: 'Magic: The Gathering', initials: 'mtg', words: 'magic mtg gathering', inFiles: /magic|\bmtg\b/i },
  yugioh: {
    name: 'Yu-Gi-Oh!',
    initials: 'ygo',
    words: 'yugioh yu gi oh ygo',
    inFiles: /yu[\s-]?gi[\s-]?oh|\bygo\b/i,
  },
  onepiece: { name: 'One Piece', initials: 'optcg', words: 'onepiece one piece opcg optcg', inFiles: /one piece/i },
  lorcana: { name: 'Disney Lorcana', words: 'lorcana disney', inFiles: /lorcana/i },
  fab: { name: 'Flesh and Blood', words: 'fab flesh blood', inFiles: /flesh (and|&) blood/i },
  sports: { name: 'Sports', words: 'sports' },
  other: { name: 'Other games', words: '' },
} as const satisfies Readonly<Record<string, GameFacts>>;

export type ListingGame = keyof typeof facts;
/** A game of which files have cards. */
export type FileGame = { [G in ListingGame]: (typeof facts)[G] extends { inFiles: RegExp } ? G : never }[ListingGame];

export const listingGames = Object.keys(facts) as [ListingGame, ...ListingGame[]];
export const gameFacts: Readonly<Record<ListingGame, GameFacts>> = facts;
export const gameNames = Object.fromEntries(listingGames.map((game) => [game, facts[game].name])) as Record<
  ListingGame,
  string
>;
export const fileGames = listingGames.filter((game) => 'inFiles' in facts[game]) as [FileGame, ...FileGame[]];
