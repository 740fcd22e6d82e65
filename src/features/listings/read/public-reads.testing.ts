/** What a walk over every public read puts in the place of the parameters. */
export interface ReadWorld {
  listings: readonly string[];
  wants: readonly string[];
  lists: readonly string[];
  members: readonly string[];
  photos: readonly string[];
  cards: readonly string[];
  /** A word that every listing and every wanted post of the walk has. */
  word: string;
}

/** The addresses at which a read could show a member's things; or why it shows none. */
export type PublicRead = ((world: ReadWorld) => string[]) | string;

const each = (ids: readonly string[], ...addresses: ((id: string) => string)[]) =>
  ids.flatMap((id) => addresses.map((address) => address(id)));
const frame = 'A page of the house: texts and forms, and nothing that members made.';
const signIn = 'A step of signing in or of a mailed link.';
const catalogue = 'The catalogue, which members do not write.';
const cart = 'Only what its owner added; `cart.test.ts` walks lines whose listing was hidden afterwards.';
const formOnly = 'It takes a form and shows nothing.';

/** Each public call and page. A new one without a row here fails the test that walks them. */
export const publicReads: Readonly<Record<string, PublicRead>> = {
  'GET /api/tiers': frame,
  'GET /api/market/fees': frame,
  'GET /api/market/shipping': frame,
  'GET /api/market/texts': frame,
  'GET /api/catalogue/games': () => ['/api/catalogue/games'],
  'GET /api/catalogue/sets': () => ['/api/catalogue/sets?game=pokemon'],
  'GET /api/catalogue/cards': () => ['/api/catalogue/cards?q=charizard'],
  'GET /api/catalogue/cards/{id}': ({ cards }) => each(cards, (id) => `/api/catalogue/cards/${id}`),
  'GET /api/catalogue/cards/{id}/prices': ({ cards }) => each(cards, (id) => `/api/catalogue/cards/${id}/prices`),
  'GET /api/catalogue/cards/{id}/prices.csv': ({ cards }) =>
    each(cards, (id) => `/api/catalogue/cards/${id}/prices.csv`),
  'GET /api/listings': ({ word, members }) => [
    '/api/listings',
    `/api/listings?q=${word}`,
    '/api/listings?game=pokemon&sort=price_asc',
    ...each(members, (id) => `/api/listings?seller=${id}`),
  ],
  'GET /api/cart': cart,
  'GET /api/search/card-offers': ({ cards }) => each(cards, (id) => `/api/search/card-offers?cards=${id}`),
  'GET /api/search/suggestions': ({ word }) => [
    '/api/search/suggestions?q=charizard',
    `/api/search/suggestions?q=${word}`,
  ],
  'GET /api/listings/{id}': ({ listings }) => each(listings, (id) => `/api/listings/${id}`),
  'GET /api/profiles/{id}': ({ members }) => each(members, (id) => `/api/profiles/${id}`),
  'GET /api/profiles/{id}/reviews': ({ members }) => each(members, (id) => `/api/profiles/${id}/reviews`),
  'GET /api/profiles/{id}/seller': ({ members }) => each(members, (id) => `/api/profiles/${id}/seller`),
  'GET /api/usernames/{name}': 'It says whether a name is free, which a suspended member’s is not.',
  'GET /api/wanted': ({ word, members }) => [
    '/api/wanted',
    `/api/wanted?q=${word}`,
    ...each(members, (id) => `/api/wanted?owner=${id}`),
  ],
  'GET /api/wanted/{id}': ({ wants }) => each(wants, (id) => `/api/wanted/${id}`),
  'GET /api/want-lists/{id}': ({ lists }) => each(lists, (id) => `/api/want-lists/${id}`),
  'GET /api/want-lists/{id}/export': ({ lists }) => each(lists, (id) => `/api/want-lists/${id}/export?format=csv`),
  'GET /og/members/{file}': ({ members }) => each(members, (id) => `/og/members/${id}.webp`),
  'GET /photos/{id}/{file}': ({ photos }) => each(photos, (id) => `/photos/${id}/160.webp`),
  'GET /avatars/{id}/{file}':
    'A picture by an address that only its member’s profile names; `avatar.api.test.ts` walks it.',
  'GET /ads/pictures/{id}/{file}': 'The market’s own advertisements.',
  'GET /brand/logo.png': 'The site’s own logo.',
  'GET /ads/{id}/go': 'The market’s own advertisements.',
  'GET /api/realtime': 'The live queries below.',
  'GET /api/auth/get-session': signIn,
  'GET /api/auth/google': signIn,
  'GET /api/auth/callback/google': signIn,
  'GET /api/auth/passkey/generate-authenticate-options': signIn,

  'live listing': ({ listings }) => each(listings, (id) => `listing ${id}`),
  'live wanted': ({ wants }) => each(wants, (id) => `wanted ${id}`),
  'live profile':
    'It says that something changed, to whoever asks by an id; whoever is hidden answers the reading with 404.',

  'file /sitemap.xml': () => ['/sitemap.xml'],
  'file /sitemaps/:part': () => ['/sitemaps/listings-0.xml', '/sitemaps/wanted-0.xml', '/sitemaps/lists-0.xml'],

  'page /': () => ['/'],
  'page /home': 'It takes the forms of the home page, and leads back to it.',
  'page /browse': ({ word, members }) => [
    '/browse',
    `/browse?q=${word}`,
    ...each(members, (id) => `/browse?seller=${id}`),
  ],
  'page /browse.rss': ({ word }) => ['/browse.rss', `/browse.rss?q=${word}`],
  'page /listings/:id': ({ listings }) => each(listings, (id) => `/listings/${id}`),
  'page /listings/:id/view': formOnly,
  'page /listings/:id/move': formOnly,
  'page /listings/:id/photos': formOnly,
  'page /orders/:id/photos': formOnly,
  'page /want-lists/:id/file': formOnly,
  'page /profile/:id/return': formOnly,
  'page /price-alerts': formOnly,
  'page /follows': formOnly,
  'page /cart': cart,
  'page /admin/ads/:id/picture': formOnly,
  'page /admin/site/logo': formOnly,
  'page /cards/:id': ({ cards }) => each(cards, (id) => `/cards/${id}`),
  'page /games': () => ['/games'],
  'page /games/:game': () => ['/games/pokemon'],
  'page /sets/:game/*': () => ['/sets/pokemon/base1'],
  'page /profile/:id': ({ members }) =>
    each(
      members,
      (id) => `/profile/${id}`,
      (id) => `/profile/${id}?tab=reviews`,
    ),
  'page /wanted': ({ word }) => ['/wanted', `/wanted?q=${word}`],
  'page /wanted/:id': ({ wants }) => each(wants, (id) => `/wanted/${id}`),
  'page /want-lists/:id': ({ lists }) => each(lists, (id) => `/want-lists/${id}`),
  'page /search-help': catalogue,
  'page /premium': frame,
  'page /about': frame,
  'page /faq': frame,
  'page /fees': frame,
  'page /new-sellers': frame,
  'page /guides': frame,
  'page /grading-guide': frame,
  'page /goodbye': frame,
  'page /privacy-policy': frame,
  'page /imprint': frame,
  'page /rules': frame,
  'page /offline-worker.js': frame,
  'page /*': frame,
  'page /appeal': signIn,
  'page /unsubscribe': signIn,
  'page /auth/sign-in': signIn,
  'page /auth/sign-up': signIn,
  'page /auth/sign-out': signIn,
  'page /auth/change-email': signIn,
  'page /auth/cancel-email-change': signIn,
  'page /auth/undo-deletion': signIn,
  'page /auth/forgot-password': signIn,
  'page /auth/reset-password': signIn,
};
