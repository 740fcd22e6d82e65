import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';

type Kind = 'text' | 'url' | 'number' | 'date' | 'amount' | readonly string[];
type Node = { [name: string]: unknown };

const thing = {
  name: 'text',
  description: 'text',
  url: 'url',
  image: 'url',
  identifier: 'text',
  alternateName: 'text',
} as const;
const page = {
  ...thing,
  dateCreated: 'date',
  mainEntity: ['Person', 'Organization', 'Question', 'ItemList'],
  about: ['Service'],
} as const;
const seller = ['Person', 'Organization'] as const;
/**
 * Of the vocabulary of schema.org (https://schema.org/docs/full.html) the types that our pages speak of: which
 * properties each has, and what may stand in them.
 */
const vocabulary: Record<string, { has: Record<string, Kind>; needs: readonly string[] }> = {
  WebPage: { has: page, needs: ['name', 'url'] },
  WebSite: { has: { ...thing, potentialAction: ['SearchAction'] }, needs: ['url'] },
  SearchAction: { has: { target: ['EntryPoint'], 'query-input': 'text' }, needs: ['target', 'query-input'] },
  EntryPoint: { has: { urlTemplate: 'text' }, needs: ['urlTemplate'] },
  FAQPage: { has: page, needs: ['mainEntity'] },
  Question: { has: { ...thing, acceptedAnswer: ['Answer'] }, needs: ['name', 'acceptedAnswer'] },
  Answer: { has: { text: 'text' }, needs: ['text'] },
  ProfilePage: { has: page, needs: ['mainEntity'] },
  // A person has no rating in the vocabulary, an organization and a service have.
  Person: { has: thing, needs: ['name'] },
  Organization: {
    has: {
      ...thing,
      legalName: 'text',
      email: 'text',
      telephone: 'text',
      vatID: 'text',
      address: ['PostalAddress'],
      aggregateRating: ['AggregateRating'],
    },
    needs: ['name'],
  },
  PostalAddress: {
    has: { streetAddress: 'text', postalCode: 'text', addressLocality: 'text', addressCountry: 'text' },
    needs: [],
  },
  Service: {
    has: { ...thing, serviceType: 'text', provider: seller, aggregateRating: ['AggregateRating'] },
    needs: ['provider'],
  },
  AggregateRating: {
    has: { ratingValue: 'number', ratingCount: 'number', bestRating: 'number', worstRating: 'number' },
    needs: ['ratingValue', 'ratingCount'],
  },
  // What a search engine shows a product by: its name, a picture where there is one, and what it costs.
  Product: {
    has: {
      ...thing,
      category: 'text',
      sku: 'text',
      offers: ['Offer', 'AggregateOffer'],
      additionalProperty: ['PropertyValue'],
    },
    needs: ['name'],
  },
  PropertyValue: { has: { ...thing, value: 'text' }, needs: ['name', 'value'] },
  Offer: {
    has: { url: 'url', price: 'amount', priceCurrency: 'text', availability: 'url', itemCondition: 'url', seller },
    needs: ['price', 'priceCurrency', 'availability'],
  },
  AggregateOffer: {
    has: { offerCount: 'number', lowPrice: 'amount', highPrice: 'amount', priceCurrency: 'text', availability: 'url' },
    needs: ['lowPrice', 'priceCurrency'],
  },
  Demand: {
    has: {
      ...thing,
      itemOffered: ['Product'],
      price: 'amount',
      priceCurrency: 'text',
      availabilityEnds: 'date',
      validThrough: 'date',
      seeks: ['Product'],
    },
    needs: ['itemOffered'],
  },
  ItemList: { has: { ...thing, numberOfItems: 'number', itemListElement: ['ListItem'] }, needs: ['itemListElement'] },
  BreadcrumbList: { has: { itemListElement: ['ListItem'] }, needs: ['itemListElement'] },
  ListItem: { has: { ...thing, position: 'number', item: 'url' }, needs: ['position'] },
};
const members: Record<string, readonly string[]> = {
  availability: ['InStock', 'SoldOut', 'LimitedAvailability', 'OutOfStock'],
  itemCondition: ['NewCondition', 'UsedCondition'],
};

const fits: Record<'text' | 'url' | 'number' | 'date' | 'amount', (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value.trim() !== '',
  url: (value) => typeof value === 'string' && /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  date: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  amount: (value) => typeof value === 'string' && /^\d+\.\d{2}$/.test(value),
};

/** What of a node is not in the vocabulary, each with its way to it. */
function wrongOf(node: Node, way: string): string[] {
  const type = String(node['@type']);
  const known = vocabulary[type];
  if (!known) return [`${way}: no type ${type}`];
  const missing = known.needs
    .filter((name) => node[name] === undefined)
    .map((name) => `${way}: ${type} without ${name}`);
  return [
    ...missing,
    ...Object.entries(node).flatMap(([name, value]) => wrongIn(known.has[name], name, value, `${way}.${name}`)),
  ];
}

function wrongIn(kind: Kind | undefined, name: string, value: unknown, way: string): string[] {
  if (name.startsWith('@')) return [];
  if (!kind) return [`${way}: no such property`];
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((each) => {
    if (typeof kind === 'string') {
      const member = members[name];
      const isMember = !member || member.some((one) => each === `https://schema.org/${one}`);
      return fits[kind](each) && isMember ? [] : [`${way}: ${JSON.stringify(each)} is no ${kind}`];
    }
    const inner = each as Node;
    // What names another node says its type there.
    if (Object.keys(inner).join() === '@id') return [];
    return kind.includes(String(inner['@type']))
      ? wrongOf(inner, way)
      : [`${way}: a ${inner['@type']} can’t stand here`];
  });
}

let market: TestMarket;
const paths: string[] = [];
beforeAll(async () => {
  market = await startTestMarket({ pages: true });
  const cards = await importTestCards(market);
  const [shop, person] = [
    await premium(market, await market.signUp('Schema_Shop')),
    await premium(market, await market.signUp('Schema_Person')),
  ];
  const made = async (as: typeof shop, method: string, path: string, body: unknown) => {
    const answer = await market.request(method, path, { as, body });
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body as { id: string };
  };
  const trader = {
    legalName: 'Mint BV',
    street: 'Meir 12',
    postalCode: '2000',
    city: 'Antwerp',
    country: 'BE',
    email: 'a@shop.test',
    phone: '+32 3 555',
  };
  await made(shop, 'PUT', '/api/profile/seller', { kind: 'trader', ...trader, vatId: 'BE0123456789', certified: true });
  await market.platform.pool.query('update profile set rating = 4.5, rating_count = 2');
  const catalogueCardId = cards['base1-4'] ?? '';
  for (const seller of [shop, person])
    paths.push(`/listings/${(await listed(market, seller, { catalogueCardId })).id}`, `/profile/${seller.id}`);
  const want = await made(person, 'POST', '/api/wanted', {
    title: 'A Mew',
    game: 'pokemon',
    highestPrice: { amount: 500, currency: 'USD' },
  });
  const list = await made(person, 'POST', '/api/want-lists', { name: 'A deck', isPublic: true });
  paths.push(
    `/cards/${catalogueCardId}`,
    `/wanted/${want.id}`,
    `/want-lists/${list.id}`,
    '/games/pokemon',
    '/sets/pokemon/base1',
  );
  paths.push(
    '/',
    '/browse',
    '/games',
    '/wanted',
    '/about',
    '/faq',
    '/fees',
    '/privacy-policy',
    '/grading-guide',
    '/guides',
    '/premium',
  );
}, 90_000);
afterAll(() => market?.close());

test('[RT-12] what search engines read is in the vocabulary of schema.org: types, properties and what stands in them', {
  timeout: 60_000,
}, async () => {
  const wrong: string[] = [];
  const types = new Set<string>();
  for (const path of paths) {
    const { status, body } = await market.request<string>('GET', path);
    expect(status, path).toBe(200);
    const [, json = 'null'] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(body) ?? [];
    // What search engines are asked to leave says nothing.
    if (body.includes('content="noindex"')) continue;
    const { '@context': context, '@graph': graph, ...alone } = JSON.parse(json) as Node;
    if (context !== 'https://schema.org') wrong.push(`${path}: no context`);
    for (const node of (graph as Node[] | undefined) ?? [alone]) wrong.push(...wrongOf(node, path));
    for (const [, type = ''] of json.matchAll(/"@type":"(\w+)"/g)) types.add(type);
  }
  expect(wrong).toEqual([]);
  for (const type of [
    'Product',
    'Offer',
    'AggregateOffer',
    'AggregateRating',
    'Organization',
    'Person',
    'BreadcrumbList',
  ])
    expect(types).toContain(type);
});

test('a set and a number stand apart in every title: number 4 of Base Set is not Base Set 4', async () => {
  for (const path of paths.filter((each) => /^\/(listings|cards)\//.test(each))) {
    const { body } = await market.request<string>('GET', path);
    const name = /"@type":"Product","name":"([^"]*)"/.exec(body)?.[1];
    expect([path, name, /<title>(.*?) · Sleeved<\/title>/.exec(body)?.[1]]).toEqual([
      path,
      'Charizard · Base Set · 4',
      expect.stringMatching(/^Charizard · Base Set · 4/),
    ]);
  }
});

test('a first edition that is signed says so in its name and as properties, and in the title of its page', async () => {
  const { id } = await listed(market, await market.signUp(), {
    game: 'pokemon',
    name: 'Mew',
    edition: 'first',
    signed: true,
  });
  const { body } = await market.request<string>('GET', `/listings/${id}`);
  const [, json = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(body) ?? [];
  const [product] = (JSON.parse(json) as { '@graph': Node[] })['@graph'];
  expect(product).toMatchObject({
    name: 'Mew · 1st Edition · Signed',
    additionalProperty: [
      { '@type': 'PropertyValue', name: 'Edition', value: '1st Edition' },
      { '@type': 'PropertyValue', name: 'Signed', value: 'Yes' },
    ],
  });
  expect(wrongOf(product as Node, id)).toEqual([]);
  expect(body).toContain('<title>Mew · 1st Edition · Signed · Sleeved</title>');
});

test('the check sees a rating of a person, a price in words and an offer without its currency', () => {
  const rated = {
    '@type': 'Person',
    name: 'Ann',
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 5, ratingCount: 1 },
  };
  expect(wrongOf(rated, 'x')).toEqual(['x.aggregateRating: no such property']);
  const offer = { '@type': 'Offer', price: '$5', availability: 'InStock' };
  expect(wrongOf(offer, 'x')).toEqual([
    'x: Offer without priceCurrency',
    'x.price: "$5" is no amount',
    'x.availability: "InStock" is no url',
  ]);
});
