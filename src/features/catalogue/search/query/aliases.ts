import { nicknames } from './nicknames.ts';

/**
 * Aliases of printed words. Left: words in a row, as `wordsOf` makes them. Right: one or more readings, each in the
 * catalogue's words; several readings are several searches whose results are joined. Facts of usage, so they are
 * maintained by hand. Collectors' names of cards are in `nicknames.ts`.
 */
const table: Record<string, string> = {
  // Pokémon: other languages' names, nicknames, families.
  dracaufeu: 'charizard',
  glurak: 'charizard',
  lizardon: 'charizard',
  salameche: 'charmander',
  glumanda: 'charmander',
  tortank: 'blastoise',
  turtok: 'blastoise',
  carapuce: 'squirtle',
  schiggy: 'squirtle',
  florizarre: 'venusaur',
  bisaflor: 'venusaur',
  bulbizarre: 'bulbasaur',
  bisasam: 'bulbasaur',
  mewtu: 'mewtwo',
  ectoplasma: 'gengar',
  leviator: 'gyarados',
  garados: 'gyarados',
  karpador: 'magikarp',
  magicarpe: 'magikarp',
  relaxo: 'snorlax',
  ronflex: 'snorlax',
  evoli: 'eevee',
  nachtara: 'umbreon',
  noctali: 'umbreon',
  mentali: 'espeon',
  psiana: 'espeon',
  dracolosse: 'dragonite',
  dragoran: 'dragonite',
  artikodial: 'articuno',
  electhor: 'zapdos',
  sulfura: 'moltres',
  eeveelutions: 'eevee | vaporeon | jolteon | flareon | espeon | umbreon | leafeon | glaceon | sylveon',
  eeveelution: 'eevee | vaporeon | jolteon | flareon | espeon | umbreon | leafeon | glaceon | sylveon',
  zard: 'charizard',
  'gold star': 'star',
  dce: 'double colorless energy',
  'mega charizard': 'm charizard | mega charizard',
  'mega gengar': 'm gengar | mega gengar',
  'mega rayquaza': 'm rayquaza | mega rayquaza',
  'mega blastoise': 'm blastoise | mega blastoise',
  'mega venusaur': 'm venusaur | mega venusaur',
  'mega mewtwo': 'm mewtwo | mega mewtwo',
  'mega lucario': 'm lucario | mega lucario',
  'mega gardevoir': 'm gardevoir | mega gardevoir',
  // Rarities by their initials.
  sir: 'special illustration rare',
  sar: 'special illustration rare',
  ir: 'illustration rare',
  qcsr: 'quarter century secret rare',
  qcr: 'quarter century secret rare',
  'first edition': '1st edition',
  '1st ed': '1st edition',
  'swsh promo': 'swsh black star promos',
  'svp promo': 'svp black star promos',
  // Magic: nicknames.
  'power 9':
    'black lotus | mox sapphire | mox ruby | mox pearl | mox jet | mox emerald | ancestral recall | time walk | timetwister',
  'power nine':
    'black lotus | mox sapphire | mox ruby | mox pearl | mox jet | mox emerald | ancestral recall | time walk | timetwister',
  'dual lands':
    'underground sea | volcanic island | tundra | bayou | tropical island | badlands | taiga | savannah | plateau | scrubland',
  'dual land':
    'underground sea | volcanic island | tundra | bayou | tropical island | badlands | taiga | savannah | plateau | scrubland',
  duals:
    'underground sea | volcanic island | tundra | bayou | tropical island | badlands | taiga | savannah | plateau | scrubland',
  fetchlands:
    'scalding tarn | misty rainforest | verdant catacombs | arid mesa | marsh flats | polluted delta | flooded strand | bloodstained mire | wooded foothills | windswept heath',
  fetches:
    'scalding tarn | misty rainforest | verdant catacombs | arid mesa | marsh flats | polluted delta | flooded strand | bloodstained mire | wooded foothills | windswept heath',
  shocklands:
    'steam vents | hallowed fountain | watery grave | blood crypt | stomping ground | temple garden | godless shrine | sacred foundry | overgrown tomb | breeding pool',
  shocks:
    'steam vents | hallowed fountain | watery grave | blood crypt | stomping ground | temple garden | godless shrine | sacred foundry | overgrown tomb | breeding pool | shock',
  tms: 'the mind sculptor',
  leds: 'lions eye diamond',
  dork: 'llanowar elves',
  ttavern: 'the tabernacle at pendrell vale',
  tabernacle: 'the tabernacle at pendrell vale',
  // Yu-Gi-Oh!
  dmg: 'dark magician girl | dmg',
  bls: 'black luster soldier',
  ced: 'chaos emperor dragon',
  'sv promo': 'svp black star promos',
  crystal: 'crystal | aquapolis | skyridge',
  'egyptian god': 'slifer the sky dragon | obelisk the tormentor | the winged dragon of ra | egyptian god',
  'red eyes b': 'red eyes black',
  'egyptian gods': 'slifer the sky dragon | obelisk the tormentor | the winged dragon of ra',
  exodia: 'exodia | forbidden one',
  // Sports.
  'kg jr': 'ken griffey jr',
  autograph: 'auto',
  autographed: 'auto',
  signed: 'auto',
  rc: 'rookie',
  ud: 'upper deck',
};

const readings = new Map(
  Object.entries(table).map(([key, value]) => [key, value.split(' | ').map((reading) => reading.split(' '))]),
);
for (const { says, reads } of Object.values(nicknames).flat())
  readings.set(says, [...(readings.get(says) ?? []), reads.split(' ')]);
const longest = Math.max(...[...readings.keys()].map((key) => key.split(' ').length));

/** The readings for the words from `at` on, longest match first: how many words each covers and its replacement. */
export function aliasAt(words: readonly string[], at: number): { length: number; readings: string[][] } | null {
  for (let length = Math.min(longest, words.length - at); length > 0; length--) {
    const found = readings.get(words.slice(at, at + length).join(' '));
    if (found) return { length, readings: found };
  }
  return null;
}
