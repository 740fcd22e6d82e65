import type { Currency } from '#kernel/numbers/money.ts';

export interface DemoMember {
  email: string;
  username: string;
  name: string;
  location: string;
  bio: string;
  tier: 'free' | 'premium';
  role?: 'admin';
  currency: Currency;
  /** What they mostly sell and collect. */
  games: readonly string[];
  /** How much of the market's stock is theirs, beside the others' share; free members hold two at most. */
  share: number;
  /** Days since they joined. */
  joinedDays: number;
}

type Entry = [username: string, name: string, location: string, currency: Currency, games: string, share: number, joinedDays: number, bio: string];

const shops: Entry[] = [
  [
    'cardhaven',
    'Cardhaven',
    'Utrecht, NL',
    'EUR',
    'pokemon magic yugioh',
    9,
    398,
    'Two of us, one cellar, forty thousand cards. Ordered before four, posted the same day. Every single is checked under a lamp and sleeved.',
  ],
  [
    'northwind_singles',
    'Northwind Singles',
    'Aarhus, DK',
    'EUR',
    'magic',
    6,
    390,
    'Magic from Alpha to last Friday. Conditions by the European scale, and we round down.',
  ],
  [
    'the_slab_room',
    'The Slab Room',
    'Austin, TX',
    'USD',
    'pokemon sports',
    5,
    372,
    'Graded cards only come from our own safe. Certificates are checked before a slab is listed.',
  ],
  [
    'duelist_depot',
    'Duelist Depot',
    'Manchester, GB',
    'GBP',
    'yugioh',
    6,
    366,
    'Yu-Gi-Oh! from LOB to today, first editions marked as such. Bundles welcome, ask for post on ten or more.',
  ],
  [
    'inkwell_cards',
    'Inkwell Cards',
    'Lyon, FR',
    'EUR',
    'lorcana pokemon',
    4,
    341,
    'Lorcana since the first wave. Enchanted cards travel in a toploader inside a box, never in a plain envelope.',
  ],
  [
    'wax_and_gum',
    'Wax & Gum',
    'Cleveland, OH',
    'USD',
    'sports',
    6,
    395,
    'Vintage baseball out of one long attic. Corners are what they are: every listing shows them.',
  ],
  [
    'tidal_tcg',
    'Tidal TCG',
    'Bristol, GB',
    'GBP',
    'pokemon lorcana',
    4,
    310,
    'Sets completed one binder page at a time. Reverse holos are our weakness.',
  ],
  [
    'mana_mercantile',
    'Mana Mercantile',
    'Portland, OR',
    'USD',
    'magic',
    6,
    385,
    'Commander staples, old borders and the odd dual land. We reply within the day.',
  ],
  ['kaiba_corner', 'Kaiba Corner', 'Madrid, ES', 'EUR', 'yugioh pokemon', 4, 288, 'Blue-Eyes in every printing, and the rest of the deck as well.'],
  [
    'grove_street_cards',
    'Grove Street Cards',
    'Toronto, CA',
    'CAD',
    'pokemon sports magic',
    4,
    260,
    'Small shop, big boxes. If a card is not as described you send it back and we pay the post.',
  ],
  ['alpine_tcg', 'Alpine TCG', 'Bern, CH', 'CHF', 'magic pokemon', 3, 230, 'Swiss post, Swiss packing. English, German and French cards.'],
  [
    'outback_cardboard',
    'Outback Cardboard',
    'Brisbane, AU',
    'AUD',
    'pokemon yugioh',
    3,
    201,
    'Posted twice a week, tracked as a rule. Played cards are priced to be played.',
  ],
];

const people: Entry[] = [
  ['lena_holo', 'Lena Brandt', 'Leipzig, DE', 'EUR', 'pokemon', 1, 320, 'Collecting every Eevee that ever was. Selling what I have twice.'],
  ['tomasz_k', 'Tomasz Kowalczyk', 'Kraków, PL', 'EUR', 'magic', 1, 302, 'Modern and Pauper. Trades are fine, ask.'],
  ['brickhouse_bob', 'Bob Delaney', 'Boston, MA', 'USD', 'sports', 1, 377, 'Fifty years of Red Sox. The doubles have to go.'],
  ['aiko_m', 'Aiko Mori', 'Seattle, WA', 'USD', 'pokemon', 1, 190, 'Illustration rares and anything by Mitsuhiro Arita.'],
  ['jeroen_v', 'Jeroen Visser', 'Gent, BE', 'EUR', 'magic yugioh', 1, 268, 'Back in the hobby after fifteen years, selling the shoebox.'],
  ['petra_s', 'Petra Svoboda', 'Brno, CZ', 'EUR', 'lorcana', 1, 150, 'Playing Lorcana with my daughters. We share the spare ones.'],
  ['marcus_w', 'Marcus Webb', 'Leeds, GB', 'GBP', 'yugioh', 1, 244, 'Goat format forever.'],
  ['sofia_r', 'Sofia Ribeiro', 'Porto, PT', 'EUR', 'pokemon magic', 1, 133, 'Non-smoking home, one curious cat kept away from the cards.'],
  ['old_school_olaf', 'Olaf Nyström', 'Gothenburg, SE', 'EUR', 'magic', 1, 381, '93/94 player. If it has a new border I probably sell it.'],
  ['dani_dugout', 'Daniela Ortiz', 'San Diego, CA', 'USD', 'sports', 1, 99, 'Rookie cards of the eighties, mostly from my father.'],
  ['noor_pulls', 'Noor Haddad', 'Rotterdam, NL', 'EUR', 'pokemon', 1, 76, 'I open too many packs.'],
  ['finn_doyle', 'Finn Doyle', 'Cork, IE', 'EUR', 'yugioh magic', 1, 215, 'Deck builder. Sells the last deck to build the next.'],
  ['yara_lima', 'Yara Lima', 'Lisbon, PT', 'EUR', 'lorcana pokemon', 1, 88, 'Disney first, cards second.'],
  ['hugo_b', 'Hugo Bernard', 'Nantes, FR', 'EUR', 'magic', 1, 333, 'Legacy since there was a Legacy.'],
  ['casey_collects', 'Casey Novak', 'Chicago, IL', 'USD', 'sports pokemon', 1, 165, 'Cubs, Bulls and Bulbasaur.'],
  ['mina_park', 'Mina Park', 'Vancouver, CA', 'CAD', 'pokemon', 1, 120, 'Japanese-art fan, English binder.'],
  ['rolf_ger', 'Rolf Gerber', 'Zürich, CH', 'CHF', 'magic', 1, 290, 'Reserved list, one card a month.'],
  ['tess_o', 'Tess O’Hara', 'Perth, AU', 'AUD', 'yugioh', 1, 142, 'Locals on Thursdays, listings on Fridays.'],
  ['ivan_p', 'Ivan Petrov', 'Sofia, BG', 'EUR', 'magic pokemon', 1, 111, 'Everything I list is in a sleeve from day one.'],
  ['bea_lund', 'Beatrice Lund', 'Oslo, NO', 'EUR', 'lorcana', 1, 64, 'New here, friendly, slow post on weekends.'],
  ['gabe_m', 'Gabriel Moreno', 'Valencia, ES', 'EUR', 'yugioh pokemon', 1, 226, 'First editions and foils.'],
  ['hanna_j', 'Hanna Järvinen', 'Tampere, FI', 'EUR', 'pokemon magic', 1, 180, 'Buying more than I sell, so please buy something.'],
  ['duke_of_binders', 'Duncan Keir', 'Glasgow, GB', 'GBP', 'magic sports', 1, 257, 'Binders by colour, then by mood.'],
  ['rosa_t', 'Rosa Taylor', 'Denver, CO', 'USD', 'pokemon', 1, 55, 'Mum of two trainers.'],
];

const member = (tier: 'free' | 'premium', [username, name, location, currency, games, share, joinedDays, bio]: Entry): DemoMember => ({
  email: `${username.replaceAll('_', '.')}@example.test`,
  username,
  name,
  location,
  currency,
  games: games.split(' '),
  share,
  joinedDays,
  bio,
  tier,
});

/** The four that a visitor signs in as come first. Forty in all. */
export const demoMembers: readonly DemoMember[] = [
  {
    ...member('free', [
      'collector_cas',
      'Cas Verhoeven',
      'Haarlem, NL',
      'EUR',
      'pokemon magic',
      1,
      284,
      'Chasing a complete Base Set in near mint, and whatever else looks good in a binder.',
    ]),
    email: 'collector@example.test',
  },
  {
    ...member('free', [
      'selina_sells',
      'Selina Marsh',
      'Brighton, GB',
      'GBP',
      'pokemon yugioh',
      1,
      212,
      'Clearing out a childhood collection, two cards at a time.',
    ]),
    email: 'seller@example.test',
  },
  {
    ...member('premium', [
      'mint_and_more',
      'Mint & More',
      'Antwerp, BE',
      'EUR',
      'pokemon magic yugioh lorcana sports',
      12,
      399,
      'A real shop with a real counter. We buy collections, grade honestly and post every weekday. Ask for scans of anything above fifty.',
    ]),
    email: 'shop@example.test',
  },
  {
    ...member('free', [
      'market_office',
      'Market office',
      'Amsterdam, NL',
      'EUR',
      'pokemon',
      0,
      400,
      'Keeps this market in order. Write when something is wrong.',
    ]),
    email: 'admin@example.test',
    role: 'admin',
  },
  ...shops.map((entry) => member('premium', entry)),
  ...people.map((entry) => member('free', entry)),
];
