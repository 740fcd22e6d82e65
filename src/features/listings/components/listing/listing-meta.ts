import { cardTitle, copyFlagNames, copyFlags, copyTitle, editionNames, traitNames } from '#features/catalogue/words.ts';
import { firstOf } from '#kernel/first-of.ts';
import { decimalOf, formatMoney } from '#kernel/numbers/money.ts';
import type { Listing } from '../../contract.ts';
import { conditionNames } from '../../model/listing.rules.ts';
import { gameName, languageName, specialFinish } from '../listing-words.ts';

/** A buyer's main facts in one sentence. */
export function listingSentence(listing: Listing): string {
  const { condition, grading, finish, language, seller, price } = listing;
  const state = grading ? `${grading.company} ${grading.grade}` : conditionNames[condition];
  const facts = [state, specialFinish(finish), languageName(language), ...traitNames(listing)].filter(Boolean);
  return `${cardTitle(listing)} from ${gameName(listing.game)}: ${facts.join(', ')}. ${formatMoney(price)} from ${seller.username}.`;
}

const availability: Partial<Record<Listing['status'], string>> = {
  active: 'InStock',
  sold: 'SoldOut',
  reserved: 'LimitedAvailability',
};

/** What search engines read: the copy as a product with its one offer, and the way to it. */
export function listingJsonLd(listing: Listing, origin: string): object {
  const url = `${origin}/listings/${listing.id}`;
  const trail = [
    ['Browse', `${origin}/browse`],
    [gameName(listing.game), `${origin}/browse?game=${listing.game}`],
    [listing.name, url],
  ] as const;
  return {
    '@graph': [
      {
        '@type': 'Product',
        name: copyTitle(listing),
        description: listing.description === null ? listingSentence(listing) : firstOf(listing.description, 500),
        image: listing.photos.map((photo) => new URL(photo.url, origin).href),
        category: gameName(listing.game),
        sku: listing.id,
        additionalProperty: propertiesOf(listing),
        offers: {
          '@type': 'Offer',
          url,
          price: decimalOf(listing.price.amount),
          priceCurrency: listing.price.currency,
          availability: `https://schema.org/${(listing.sellerAway ? null : availability[listing.status]) ?? 'OutOfStock'}`,
          itemCondition: `https://schema.org/${listing.condition === 'mint' ? 'NewCondition' : 'UsedCondition'}`,
          seller: {
            '@type': listing.sellerKind === 'trader' ? 'Organization' : 'Person',
            name: listing.seller.username,
            url: `${origin}/profile/${listing.seller.id}`,
          },
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: trail.map(([name, item], at) => ({ '@type': 'ListItem', position: at + 1, name, item })),
      },
    ],
  };
}

/** What makes the copy different from a plain one; left out of the JSON where nothing does. */
function propertiesOf(listing: Listing): object[] | undefined {
  const edition = listing.edition ? [['Edition', editionNames[listing.edition]]] : [];
  const named = [...edition, ...copyFlags.filter((flag) => listing[flag]).map((flag) => [copyFlagNames[flag], 'Yes'])];
  return named.length === 0 ? undefined : named.map(([name, value]) => ({ '@type': 'PropertyValue', name, value }));
}
