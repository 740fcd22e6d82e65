/**
 * Where the catalogue's pages are. A set's code may hold slashes (an insert of a sports set); they stay slashes in the
 * address.
 */
export function gameAddress(game: string): string {
  return `/games/${encodeURIComponent(game)}`;
}

export function setAddress(game: string, setCode: string): string {
  return `/sets/${encodeURIComponent(game)}/${setCode.split('/').map(encodeURIComponent).join('/')}`;
}

export function cardAddress(cardId: string): string {
  return `/cards/${cardId}`;
}

/** A card's own drawing. */
export function artAddress(cardId: string): string {
  return `/art/cards/${cardId}.svg`;
}

/** The copies for sale of a set. */
export function salesOfSet(game: string, setCode: string): string {
  return `/browse?${new URLSearchParams({ game, set: setCode })}`;
}
