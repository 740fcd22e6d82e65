import { decimalOf } from '#kernel/numbers/money.ts';
import type { CardDetail } from '../contract.ts';
import { cardTitle } from '../words.ts';
import { cardSentence } from './card-words.ts';

/** The way to a page, as search engines read it; addresses start with a slash. */
export function trailJsonLd(origin: string, trail: readonly (readonly [name: string, address: string])[]): object {
  const itemListElement = trail.map(([name, address], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item: origin + address,
  }));
  return { '@type': 'BreadcrumbList', itemListElement };
}

/**
 * What a card's copies cost, for search engines: of the cheapest one's currency only, since amounts of two cannot be
 * compared.
 */
export interface OfferRange {
  currency: string;
  /** Minor units. */
  lowest: number;
  highest: number;
  count: number;
}

/** A card as a product, with what its copies cost where there are any. */
export function cardJsonLd(card: CardDetail, origin: string, address: string, offers: OfferRange | null): object {
  return {
    '@type': 'Product',
    name: cardTitle(card),
    description: cardSentence(card),
    category: card.gameName,
    sku: card.id,
    url: origin + address,
    ...(offers && {
      offers: {
        '@type': 'AggregateOffer',
        offerCount: offers.count,
        lowPrice: decimalOf(offers.lowest),
        highPrice: decimalOf(offers.highest),
        priceCurrency: offers.currency,
        availability: 'https://schema.org/InStock',
      },
    }),
  };
}
