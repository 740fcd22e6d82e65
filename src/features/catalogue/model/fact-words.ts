import { ownValue } from '#kernel/own-value.ts';

/**
 * From the sources' spellings to readable names, by game. A spelling without a row is shown unchanged. A name's other
 * spellings are beside it, since a search for the name matches them all: a test checks that no spelling has two names.
 * Exported by the entry points of server and pages, not by `words.ts`, which every page loads.
 */
type Spellings = Readonly<Record<string, readonly string[]>>;

const raritiesOf: Readonly<Record<string, Spellings>> = {
  pokemon: {
    'Holo Rare': ['Rare Holo'],
    'Holo Rare V': ['Rare Holo V'],
    'Holo Rare VMAX': ['Rare Holo VMAX'],
    'Holo Rare VSTAR': ['Rare Holo VSTAR'],
    'Holo Rare LV.X': ['Rare Holo LV.X'],
    'Ultra Rare': ['Rare Ultra'],
    'Secret Rare': ['Rare Secret'],
    'Prime Rare': ['Rare PRIME', 'Rare Prime'],
    'Double Rare': ['Double rare'],
    'Hyper Rare': ['Hyper rare'],
    'Shiny Rare': ['Shiny rare'],
    'Shiny Rare V': ['Shiny rare V'],
    'Shiny Rare VMAX': ['Shiny rare VMAX'],
    'Illustration Rare': ['Illustration rare'],
    'Special Illustration Rare': ['Special illustration rare'],
    Legend: ['LEGEND'],
  },
  magic: {
    Common: ['common'],
    Uncommon: ['uncommon'],
    Rare: ['rare'],
    'Mythic Rare': ['mythic', 'Mythic', 'mythic rare'],
    Special: ['special'],
  },
  lorcana: { 'Challenge 2024': ['Challenge24'], 'Top 1': ['Top1'] },
};

let known: Map<string, string> | undefined;

/** Built on first use, so that a page without it does not pay for it. */
function words(): Map<string, string> {
  if (known) return known;
  known = new Map();
  for (const of of Object.values(raritiesOf))
    for (const [word, others] of Object.entries(of)) for (const raw of others) known.set(raw, word);
  return known;
}

/** `Mythic Rare` for `mythic`, `Holo Rare` for `Rare Holo`. */
export function rarityName(rarity: string): string {
  return words().get(rarity) ?? rarity;
}

/** The word and every way in which it is stored. */
export function raritySpellings(rarity: string): string[] {
  const word = rarityName(rarity);
  return [word, ...Object.values(raritiesOf).flatMap((of) => ownValue(of, word) ?? [])];
}

/**
 * A typed value: a known spelling unchanged, one that differs from the table by its capitals as in the table, and
 * anything else as typed.
 */
export function readRarity(typed: string): string {
  if (words().has(typed)) return typed;
  const wanted = typed.toLowerCase();
  for (const [raw, word] of words()) if (raw.toLowerCase() === wanted || word.toLowerCase() === wanted) return word;
  return typed;
}

const variantsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  yugioh: { '1st-edition': '1st edition', unlimited: 'Unlimited', limited: 'Limited edition' },
  magic: {
    datestamped: 'Date stamped',
    prerelease: 'Prerelease',
    setpromo: 'Set promo',
    boosterfun: 'Special treatment',
    promopack: 'Promo pack',
    stamped: 'Stamped',
    planeswalkerstamped: 'Planeswalker stamp',
    extendedart: 'Extended art',
    borderless: 'Borderless',
    fullart: 'Full art',
    tourney: 'Tournament',
    showcase: 'Showcase',
    fnm: 'Friday Night Magic',
    instore: 'In-store play',
    judgegift: 'Judge gift',
    mediainsert: 'Media insert',
    boxtopper: 'Box topper',
    arenaleague: 'Arena League',
    inverted: 'Inverted',
    jpwalker: 'Japanese alternate art planeswalker',
    gameday: 'Game Day',
    buyabox: 'Buy-a-Box',
    release: 'Release event',
    playerrewards: 'Player Rewards',
    convention: 'Convention',
    intropack: 'Intro pack',
    wizardsplaynetwork: 'Wizards Play Network',
    event: 'Event',
    themepack: 'Theme pack',
    godzillaseries: 'Godzilla series',
    gateway: 'Gateway',
    bundle: 'Bundle',
    brawldeck: 'Brawl deck',
    duels: 'Duels of the Planeswalkers',
    draftweekend: 'Draft weekend',
    openhouse: 'Open house',
    giftbox: 'Gift box',
    league: 'League',
  },
};

/** A variant of a game that spells its own in one word; null for one that is spelt in parts. */
export function variantName(game: string, variant: string): string | null {
  const names = ownValue(variantsOf, game);
  return names && Object.hasOwn(names, variant) ? (names[variant] as string) : null;
}

/** Marks of a sports card, as checklists shorten them. */
const marks: Readonly<Record<string, string>> = {
  RC: 'Rookie card',
  XRC: 'Extended rookie card',
  UER: 'Uncorrected error',
  CL: 'Checklist',
  MGR: 'Manager',
  AS: 'All-Star',
  LL: 'League leaders',
  TL: 'Team leaders',
  TC: 'Team card',
  DP: 'Double print',
  DPK: 'Draft pick',
  DK: 'Diamond King',
  RR: 'Rated Rookie',
  ASR: 'All-Star rookie',
  SP: 'Short print',
  AU: 'Autograph',
  RELIC: 'Relic',
  FOIL: 'Foil',
  FS: 'Future Stars',
  RB: 'Record breaker',
  HL: 'Highlight',
  IA: 'In action',
  WS: 'World Series',
  PROS: 'Prospect',
};

export function markName(mark: string): string {
  return Object.hasOwn(marks, mark) ? (marks[mark] as string) : mark;
}
