import { type Chance, type Palette, seedOf } from './brush.ts';
import { butterfly, cat, dragon, koi, owl, phoenix, serpent } from './motifs-creatures.ts';
import { castle, crystals, forest, lighthouse, moonlitSea, tree, volcano } from './motifs-places.ts';
import { eye, flower, mushrooms, planets, storm, sword } from './motifs-signs.ts';
import { flight, sportOf, stadium, trophy } from './motifs-sports.ts';

/** Paints one scene, 590 × 840, with what chance deals. */
export type Motif = (chance: Chance, palette: Palette) => string;

const motifs: readonly Motif[] = [
  dragon,
  cat,
  phoenix,
  koi,
  butterfly,
  owl,
  serpent,
  crystals,
  castle,
  moonlitSea,
  volcano,
  forest,
  tree,
  lighthouse,
  planets,
  flower,
  eye,
  sword,
  storm,
  mushrooms,
];

/** A name that says what it is gets that scene. */
const byWord: readonly (readonly [RegExp, Motif])[] = [
  [/drag|drake|wyrm|wyvern|charizard|salamence/i, dragon],
  [/\b(cat|lynx|lion|tiger|panther|leopard|meowth|espeon|umbreon)/i, cat],
  [/phoenix|ho-oh|moltres|fire|flame|blaz/i, phoenix],
  [/fish|carp|magikarp|whale|shark|merfolk|aqua/i, koi],
  [/butter|moth|faerie|fairy|pixie|beautifly/i, butterfly],
  [/owl|raven|hawk|eagle|bird|harpie|angel/i, owl],
  [/serpent|snake|gyarados|hydra|naga|rayquaza/i, serpent],
  [/crystal|ice|frost|diamond|mox|gem|sapphire|ruby|pearl|emerald|jet\b/i, crystals],
  [/castle|tower|citadel|palace|keep|temple|cathedral|workshop|academy/i, castle],
  [/moon|sea|ocean|island|tide|lagoon|lugia|kyogre/i, moonlitSea],
  [/volcan|mountain|magma|lava|groudon/i, volcano],
  [/forest|woods|grove|jungle|swamp/i, forest],
  [/tree|root|leaf|branch|treefolk|seed|sylvan/i, tree],
  [/light|beacon|dawn|sun/i, lighthouse],
  [/star|planet|cosmo|galax|astral|void|time/i, planets],
  [/flower|rose|lotus|bloom|blossom|petal|lily/i, flower],
  [/eye|sight|mind|dream|psychic|vision|magician|wizard|mage/i, eye],
  [/sword|blade|knight|soldier|warrior|paladin|samurai/i, sword],
  [/storm|thunder|lightning|bolt|pikachu|zapdos|raichu|electr/i, storm],
  [/mushroom|spore|fung|saproling|goblin|elf|elves|snorlax/i, mushrooms],
];

export function motifFor(card: { game: string; name: string; setCode?: string | undefined }, chance: Chance): Motif {
  if (card.game === 'sports') return chance.pick([flight, stadium, trophy])(sportOf(card.setCode ?? ''));
  const notified = byWord.find(([word]) => word.test(card.name));
  // Printings of one card share their motif; chance and colours make them differ.
  return notified?.[1] ?? (motifs[seedOf(card.name) % motifs.length] as Motif);
}
