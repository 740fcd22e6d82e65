import { type CopyFlag, copyFlagNames, copyFlags } from '#features/catalogue/words.ts';
import { type Condition, conditionNames } from '#kernel/cards/conditions.ts';
import type { FileGame } from '#kernel/cards/games.ts';

/** How each known format is written: the service's header, and its words for condition, finish and language. */
export interface WrittenFormat {
  id: string;
  header: readonly string[];
  separator?: string;
  /** A line above the header. */
  before?: string;
  /** One without a word is written with the word of the next worse one that has any; null: it cannot be written. */
  conditions: Readonly<Partial<Record<Condition, string | null>>>;
  finish: { plain: string; foil: string; holo: string; reverse: string; etched: string };
  /** `name` is English; `number` is Cardmarket's; `none`: the format has no column, so it holds English cards only. */
  language: 'code' | 'name' | 'number' | 'none';
  /** Null: it has no such cards. */
  game?: Readonly<Record<FileGame, string | null>>;
  /** Cells with the same value in every row, by header. */
  always?: Readonly<Record<string, string>>;
  /** The header of the edition, alone or with the finish; without one the format cannot hold special editions. */
  edition?: string;
  /** It names the set of a shadowless card so, and no edition. */
  hasShadowlessSets?: boolean;
  /** The columns of flags, by header, with the words for yes and no; flags without a column cannot be held. */
  flags?: Readonly<Record<string, readonly [flag: CopyFlag, yes: string, no: string]>>;
  /** Its price column has this currency only. */
  currency?: 'USD' | 'EUR';
}

const list = (text: string) => text.split(',');
/** A scale of five, without a word between near mint and lightly played. */
const american: WrittenFormat['conditions'] = {
  near_mint: 'Near Mint',
  light_played: 'Lightly Played',
  played: 'Moderately Played',
  poor: 'Heavily Played',
};
const inCapitals = (text: string) => text.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
const foil = (plain: string, word: string, etched = word) => ({ plain, foil: word, holo: word, reverse: word, etched });

export const writtenFormats: readonly WrittenFormat[] = [
  {
    id: 'sleeved',
    header: list(
      `Listing ID,Card ID,Game,Set Code,Set,Name,Number,Rarity,Condition,Finish,Language,Grader,Grade,Certificate,Quantity,Price,Currency,Status,Description,SKU,Storage Location,Private Note,Cost per Card,Cost Currency,Edition,${Object.values(copyFlagNames).join(',')}`,
    ),
    edition: 'Edition',
    flags: Object.fromEntries(copyFlags.map((flag) => [copyFlagNames[flag], [flag, 'yes', '']] as const)),
    conditions: Object.fromEntries(Object.entries(conditionNames).map(([key, name]) => [key, inCapitals(name)])),
    finish: { plain: '', foil: '', holo: '', reverse: '', etched: '' },
    language: 'code',
    game: {
      pokemon: 'Pokémon',
      magic: 'Magic: The Gathering',
      yugioh: 'Yu-Gi-Oh!',
      onepiece: 'One Piece',
      lorcana: 'Lorcana',
      fab: 'Flesh and Blood',
    },
  },
  {
    id: 'tcgplayer',
    header: list(
      'TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,TCG Market Price,TCG Direct Low,TCG Low Price With Shipping,TCG Low Price,Total Quantity,Add to Quantity,TCG Marketplace Price,Photo URL',
    ),
    conditions: american,
    finish: { plain: '', foil: 'Foil', holo: 'Holofoil', reverse: 'Reverse Holofoil', etched: 'Foil' },
    language: 'none',
    game: {
      pokemon: 'Pokemon',
      magic: 'Magic',
      yugioh: 'YuGiOh',
      onepiece: 'One Piece Card Game',
      lorcana: 'Lorcana TCG',
      fab: 'Flesh & Blood TCG',
    },
    always: { 'Add to Quantity': '0' },
    edition: 'Condition',
    hasShadowlessSets: true,
    currency: 'USD',
  },
  {
    id: 'tcgplayer-app',
    header: list(
      'Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing,Condition,Language,Rarity,Product ID,SKU',
    ),
    conditions: american,
    finish: { plain: 'Normal', foil: 'Foil', holo: 'Holofoil', reverse: 'Reverse Holofoil', etched: 'Foil' },
    language: 'name',
    edition: 'Printing',
    hasShadowlessSets: true,
  },
  {
    id: 'cardmarket',
    header: list(
      'idArticle,idProduct,English Name,Local Name,Exp.,Exp. Name,Price,Language,Condition,Foil?,Signed?,Playset?,Altered?,Comments,Amount,onSale',
    ),
    separator: ';',
    conditions: {
      mint: 'MT',
      near_mint: 'NM',
      excellent: 'EX',
      good: 'GD',
      light_played: 'LP',
      played: 'PL',
      poor: 'PO',
    },
    finish: foil('', 'X'),
    language: 'number',
    always: { onSale: '1' },
    flags: { 'Signed?': ['signed', 'X', ''], 'Altered?': ['altered', 'X', ''] },
    currency: 'EUR',
  },
  {
    id: 'deckbox',
    header: list(
      'Count,Tradelist Count,Name,Edition,Edition Code,Card Number,Condition,Language,Foil,Signed,Artist Proof,Altered Art,Misprint,Promo,Textless,Printing Id,Printing Note,Tags,My Price',
    ),
    conditions: {
      mint: 'Mint',
      near_mint: 'Near Mint',
      light_played: 'Good (Lightly Played)',
      played: 'Played',
      poor: 'Poor',
    },
    finish: foil('', 'foil'),
    language: 'name',
    always: { 'Tradelist Count': '0' },
    flags: {
      Signed: ['signed', 'signed', ''],
      'Altered Art': ['altered', 'altered', ''],
      Misprint: ['misprint', 'misprint', ''],
    },
    currency: 'USD',
  },
  {
    id: 'moxfield',
    header: list(
      'Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Last Modified,Collector Number,Alter,Proxy,Purchase Price',
    ),
    conditions: { ...american, mint: 'Mint' },
    finish: foil('', 'foil', 'etched'),
    language: 'name',
    always: { 'Tradelist Count': '0', Proxy: 'False' },
    flags: { Alter: ['altered', 'True', 'False'] },
  },
  {
    id: 'manabox',
    header: list(
      'Binder Name,Binder Type,Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,Purchase price,Misprint,Altered,Condition,Language,Purchase price currency,Added',
    ),
    conditions: {
      mint: 'mint',
      near_mint: 'near_mint',
      excellent: 'excellent',
      good: 'good',
      light_played: 'light_played',
      played: 'played',
      poor: 'poor',
    },
    finish: foil('normal', 'foil', 'etched'),
    language: 'code',
    always: { 'Binder Name': 'Sleeved', 'Binder Type': 'binder' },
    flags: { Misprint: ['misprint', 'true', 'false'], Altered: ['altered', 'true', 'false'] },
  },
  {
    id: 'dragonshield',
    header: list(
      'Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,Price Bought,Date Bought,LOW,MID,MARKET',
    ),
    before: '"sep=,"',
    conditions: {
      mint: 'Mint',
      near_mint: 'NearMint',
      excellent: 'Excellent',
      good: 'Good',
      light_played: 'LightPlayed',
      played: 'Played',
      poor: 'Poor',
    },
    finish: foil('Normal', 'Foil'),
    language: 'name',
    always: { 'Folder Name': 'Sleeved', 'Trade Quantity': '0' },
  },
  {
    id: 'archidekt',
    header: list(
      'Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code,Multiverse Id,Scryfall ID,Collector Number',
    ),
    conditions: {
      mint: 'M',
      near_mint: 'NM',
      light_played: 'LP',
      played: 'MP',
      poor: 'HP',
    },
    finish: foil('Normal', 'Foil', 'Etched'),
    language: 'code',
  },
  {
    id: 'collectr',
    header: list(
      'Portfolio Name,Category,Set,Product Name,Card Number,Rarity,Variance,Grade,Card Condition,Average Cost Paid,Quantity,Market Price,Price Override,Watchlist,Date Added,Notes',
    ),
    conditions: american,
    finish: { plain: 'Normal', foil: 'Foil', holo: 'Holofoil', reverse: 'Reverse Holofoil', etched: 'Foil' },
    language: 'none',
    game: {
      pokemon: 'Pokemon',
      magic: 'Magic: The Gathering',
      yugioh: 'YuGiOh',
      onepiece: 'One Piece',
      lorcana: 'Lorcana',
      fab: 'Flesh and Blood',
    },
    always: { 'Portfolio Name': 'Sleeved', Watchlist: 'false' },
    edition: 'Variance',
    hasShadowlessSets: true,
  },
  {
    id: 'ebay',
    header: list(
      '*Action(SiteID=US|Country=US|Currency=USD|Version=1193|CC=UTF-8),CustomLabel,*Category,*Title,*ConditionID,CDA:Certification Number - (ID: 27503),CD:Card Condition - (ID: 40001),*C:Game,C:Card Name,C:Set,C:Rarity,C:Features,C:Finish,C:Card Number,C:Language,C:Graded,C:Professional Grader,C:Grade,C:Card Condition,PicURL,*Description,*Format,*Duration,*StartPrice,*Quantity',
    ),
    before: 'Info,Version=1.0.0,Template=fx_category_template_EBAY_US',
    // Its “Moderately Played” is better than light played and its “Heavily Played” worse than played.
    conditions: {
      near_mint: 'Near Mint or Better',
      excellent: 'Lightly Played (Excellent)',
      good: 'Moderately Played (Very Good)',
      light_played: null,
      played: null,
      poor: 'Heavily Played (Poor)',
    },
    finish: { plain: 'Regular', foil: 'Foil', holo: 'Holo', reverse: 'Reverse Holo', etched: 'Etched' },
    language: 'name',
    game: {
      pokemon: 'Pokémon TCG',
      magic: 'Magic: The Gathering',
      yugioh: 'Yu-Gi-Oh! TCG',
      onepiece: 'One Piece Card Game',
      lorcana: 'Disney Lorcana',
      fab: 'Flesh and Blood TCG',
    },
    always: {
      '*Action(SiteID=US|Country=US|Currency=USD|Version=1193|CC=UTF-8)': 'Add',
      '*Category': '183454',
      '*Format': 'FixedPrice',
      '*Duration': 'GTC',
    },
    edition: 'C:Features',
    currency: 'USD',
  },
];
