import type { CardDetail } from '../contract.ts';
import { finishName } from '../words.ts';
import { markName, rarityName, variantName } from './fact-words.ts';

type Facts = Pick<CardDetail, 'game' | 'rarity' | 'variants'> & Partial<Pick<CardDetail, 'attributes'>>;

/**
 * A card as pages show it. Formatted on the server, so that no page's script carries the tables; the API has the
 * spelling of the catalogue's files.
 */
export function cardInWords<T extends Facts>(card: T): T {
  return {
    ...card,
    rarity: card.rarity && rarityName(card.rarity),
    variants: card.variants.map((variant) => variantWords(card.game, variant)),
    ...(card.attributes && { attributes: card.attributes.map(markName) }),
  };
}

/** `Holo, shadowless, 1st edition` for `holo:shadowless+1st-edition`. */
export function variantWords(game: string, variant: string): string {
  const named = variantName(game, variant);
  if (named) return named;
  const [finish = '', details = ''] = variant.split(':');
  const said = details ? details.split('+') : [];
  const all = [finishName(finish), ...said].map((part) => part.replace(/(?<!\d)-|-(?!\d)/g, ' ').replace(/^foil /, ''));
  return all.join(', ');
}
