/** A test that proves a statement: its file, and a part of its title. */
type Proof = readonly [file: string, title: string];

const orders = 'src/features/orders/orders.test.ts';
const races = 'src/features/orders/place/races.test.ts';
const listings = 'src/features/listings/listings.api.test.ts';
const photos = 'src/features/listings/photos/photos.api.isolated.test.ts';
const places = 'src/features/listings/lifecycle/listing-slots.test.ts';
const search = 'src/features/listings/search/search.api.test.ts';
const favorites = 'src/features/listings/favorites/favorites.api.isolated.test.ts';
const journeys = {
  listings: 'e2e/market/listings.e2e.ts',
  orders: 'e2e/market/orders.e2e.ts',
  sell: 'e2e/market/sell.e2e.ts',
};

const bought: Proof = [
  orders,
  'a listing is bought, paid on the hosted page, sent, delivered and completed, and both sides see it',
];
const holds: Proof = [orders, 'a checkout page that is closed holds until the hold ends'];
const oneOfTwo: Proof = [races, 'each listing sold exactly once'];
const misspelt: Proof = [journeys.listings, 'a misspelt search still finds'];
const dearCard: Proof = [listings, 'an expensive card needs a photo to go live'];
const noSlot: Proof = [photos, 'a stored photo has no location data'];
const late: Proof = [
  'src/features/orders/checkout/call-off.test.ts',
  'a buyer whose seller does not send may call it off after seven days, with the money back',
];
const reported: Proof = [
  orders,
  'a reported problem stops the timers; the seller gives the money back or the buyer takes it back',
];
const decided: Proof = [
  'src/features/admin/orders/admin-orders.test.ts',
  'decides for the buyer: a refund, both notified, the decision stored',
];
const bySelf: Proof = [orders, 'one that was sent is delivered and completed by its timers'];
const freeSlots: Proof = [journeys.sell, 'the third live listing of a free member is kept as a draft'];
const heldCounts: Proof = [places, 'a reserved listing counts as live; premium has no limit'];
const tierTime: Proof = [listings, 'time runs out by tier'];
const frozen: Proof = [listings, 'a reserved or sold listing is frozen'];
const verbs: Proof = [listings, 'publish, pause, resume, renew, and each only from its states'];
const total: Proof = [journeys.listings, 'photos, facts, price with post'];
const live: Proof = ['e2e/frame/live.e2e.ts', 'a bought copy changes live on an open page'];
const notified: Proof = [
  'src/features/orders/emails/order.email-kinds.test.ts',
  'both sides are notified of each step of a sale once, from payment to completion',
];
const onlyMoney: Proof = ['src/kernel/kernel.unit.test.ts', 'money is an integer of minor units in one currency'];
const ownWords: Proof = [listings, 'makes one of a card in free text, live at once for the time of the tier'];
const unseen: Proof = [listings, 'strangers’ drafts'];
const freedAtOnce: Proof = [
  'src/features/orders/place/payment-limit.test.ts',
  'at most five unpaid orders hold copies for one buyer, also at the same moment; cancelling frees one at once',
];
const publishedTable: Proof = [
  'src/features/listings/lifecycle/new-sellers.test.ts',
  'the published table is the one that is enforced',
];
const feeOfOrder: Proof = [
  'src/features/fees/fees.test.ts',
  'an admin changes the fee for new orders alone; orders keep theirs, for their seller; the pages read the one source',
];
const feeRounded: Proof = [
  'src/features/fees/fees.test.ts',
  'a fee is a share and an amount, rounded for the seller and never more than the cards cost',
];
const sideBySide: Proof = [
  'e2e/market/catalogue.e2e.ts',
  'a card says what it costs from, leads to the cheapest copy in one press',
];
const sellerGets: Proof = [
  'src/features/listings/components/create/steps/steps.unit.test.tsx',
  'says what the seller gets of it',
];

/**
 * Each section of the about page, the questions, the fees and the guides, with the tests that prove its statements. A
 * section with only advice, or on others (banks, customs, publishers), promises nothing.
 */
export const deadlineProofs: Readonly<Record<string, readonly Proof[] | 'promises nothing'>> = {
  'about what': [total, misspelt, sideBySide, [listings, 'with everything that was said']],
  'about how': [dearCard, bought, holds, oneOfTwo, live, notified, reported, bySelf],
  'about believe': [
    live,
    oneOfTwo,
    onlyMoney,
    ['src/features/listings/stock/stock.test.ts', 'refuses with the reason: another price'],
    [journeys.sell, 'by keyboard alone'],
    [journeys.orders, 'buying works as plain forms'],
    ['e2e/market/search-box.e2e.ts', 'on a phone the header’s search fits a card’s name'],
    ['e2e/frame/axe.e2e.ts', 'a listing, its seller and its card: no accessibility violation'],
    ['tests/contracts/deadlines.isolated.test.ts', 'no page puts pressure on members'],
  ],
  'about tiers': [
    freeSlots,
    tierTime,
    verbs,
    heldCounts,
    [journeys.listings, 'visitors and free members see an advertisement, premium members none'],
  ],
  'about who': [
    decided,
    feeOfOrder,
    ['src/features/legal/texts.test.ts', 'an admin writes imprint, contact, return address, rules and privacy'],
    [
      'src/features/catalogue/read/catalogue.api.test.ts',
      'a card’s drawing is immutable in caches and holds no script',
    ],
  ],

  'fees selling': [
    bought,
    feeOfOrder,
    feeRounded,
    ['src/features/orders/queries/sale-fees.test.ts', 'also after money went back'],
    ['tests/contracts/deadlines.isolated.test.ts', 'an order costs what its cards and its post cost'],
  ],
  'fees payouts': [
    ['src/features/payouts/release/release.test.ts', 'money is held from the payment on, and released when the hold'],
    ['src/features/payouts/release/release.test.ts', 'the hold is fixed at the payment by the orders'],
    ['src/features/payouts/release/release.test.ts', 'while something speaks against it, money stays held'],
    ['src/features/payouts/queries/payouts.test.ts', 'the list names each order’s amount, state and reason'],
    feeOfOrder,
  ],
  'fees buying': [
    total,
    [
      'src/features/orders/model/order.process.test.ts',
      'post: the cheapest unless named, by name in any case, and paid once an order',
    ],
  ],
  'fees tiers': [
    ['src/features/tiers/subscription/tiers.api.test.ts', 'the two tiers as the specification has them'],
    heldCounts,
    verbs,
  ],
  'fees refunds': [
    ['src/features/orders/refunds/refunds.test.ts', 'refunds: in part, then the rest, never more than was paid'],
    reported,
    decided,
  ],

  'new-sellers limits': [
    publishedTable,
    ['src/features/listings/lifecycle/new-sellers.test.ts', 'may have copies of limited value for sale'],
  ],
  'new-sellers why': 'promises nothing',

  'faq how-buy': [bought, notified],
  'faq cart': [
    [
      'src/features/cart/checkout.test.ts',
      'cards of three sellers are one purchase: paid once, an order each, and out of the cart',
    ],
    [
      'src/features/cart/checkout.test.ts',
      'everything or nothing: one card that is gone holds nothing, and the answer names it',
    ],
    ['src/features/cart/checkout.test.ts', 'what is still available takes as many copies as there are'],
  ],
  'faq hold': [holds, freedAtOnce],
  'faq two-buyers': [oneOfTwo],
  'faq price-changed': [['src/features/listings/stock/stock.test.ts', 'refuses with the reason: another price']],
  'faq card-declined': [[orders, 'a declined card leaves the order unpaid and held; another card pays it']],
  'faq problem': [reported, late, decided],
  'faq not-confirmed': [bySelf],
  'faq reviews': [
    ['src/features/reviews/reviews.test.ts', 'both are shown once both have written, and the average follows'],
    [
      'src/features/reviews/reviews.test.ts',
      'a review is shown after seven days though the other side has written nothing, changed for a day only',
    ],
    ['src/features/reviews/reviews.test.ts', 'the order’s page has the forms'],
  ],
  'faq how-sell': [[journeys.sell, 'a card of the catalogue with two photos'], misspelt, ownWords],
  'faq limits': [freeSlots, tierTime, heldCounts],
  'faq photos': [
    [photos, 'at most twelve, also in two goes'],
    [
      'src/features/listings/components/create/photos/photo-items.unit.test.ts',
      'a file that cannot be a photo is named before it is sent',
    ],
    dearCard,
    noSlot,
  ],
  'faq condition': 'promises nothing',
  'faq commission': [feeOfOrder, sellerGets],
  'faq edit': [verbs, frozen],
  'faq send': [late],
  'faq account-needed': [
    [journeys.listings, 'home, browse and a listing read without scripts'],
    ['src/features/auth/sign-up/sign-up.api.test.ts', 'a visitor becomes a member'],
  ],
  'faq username': [
    ['src/features/auth/own-profile/profile.api.test.ts', 'after a change of name the old one stays reserved'],
    ['src/features/members/profile/username.rules.unit.test.ts', 'names have 3 to 30 letters, digits and underscores'],
  ],
  'faq premium-cancel': [
    [
      'src/features/tiers/subscription/subscription.api.test.ts',
      'a cancellation leaves premium until the end date, then it is over',
    ],
    [places, 'the rest is paused and nothing deleted; up: they are back'],
  ],
  'faq data': [
    ['tests/contracts/personal-data/personal-data.test.ts', 'the export has all that is mine'],
    ['src/app/account/delete-account.test.ts', 'an order that is paid and not completed refuses on both sides'],
    ['e2e/auth/settings.e2e.ts', 'the data are downloaded; the account goes with the second press'],
  ],
  'faq theme': [
    ['e2e/auth/settings.e2e.ts', 'a theme chosen in the settings is in force at once and saved with the account'],
  ],

  'guide Find the right card': [
    misspelt,
    [search, 'counts each filter as if it alone were open'],
    [search, 'words and filters together'],
    ['e2e/market/search-box.e2e.ts', 'the slash key goes to the search'],
  ],
  'guide Check the condition': [
    ['src/features/listings/language/operators.unit.test.ts', 'unknown never counts as or better'],
  ],
  'guide Reserve it while you pay': [total, holds, oneOfTwo, freedAtOnce],
  'guide Keep it for later': [
    [favorites, 'are stored once, counted, listed with their earlier price, and deleted'],
    ['src/features/offers/make/offers-to-watchers.test.ts', 'everybody who saved it has an offer of their own'],
  ],
  'guide Check the seller': [
    total,
    reported,
    ['src/features/auth/own-profile/profile.api.test.ts', 'the public profile is found by id and by name'],
  ],
  'guide Add photos': [
    [photos, 'takes several at once, in order, and lets a dear card go live'],
    noSlot,
    dearCard,
    [journeys.sell, 'a photo is turned and cropped by keyboard'],
  ],
  'guide Find the card': [misspelt, ownWords],
  'guide Set the condition': 'promises nothing',
  'guide Set price and shipping': [
    total,
    feeOfOrder,
    ['src/features/orders/model/order.process.test.ts', 'post: the cheapest unless named'],
  ],
  'guide Review and publish': [
    unseen,
    verbs,
    frozen,
    notified,
    [
      'src/features/listings/components/create/form/saved-draft.isolated.test.ts',
      'what was typed waits in this browser',
    ],
  ],
};
