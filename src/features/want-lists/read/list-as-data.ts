import type { WantList } from '../contract.ts';

/** A public list as structured data for search engines: its cards in order. */
export function listAsData({ id, name, lines }: WantList, origin: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    url: `${origin}/want-lists/${id}`,
    numberOfItems: lines.length,
    itemListElement: lines.slice(0, 100).map(({ card }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: card.name,
      url: `${origin}/cards/${card.id}`,
    })),
  };
}
