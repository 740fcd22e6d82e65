import { wordsOf } from './words.ts';

/** What sellers write for the shorthand of the sources. */
const spelledOut: Record<string, string> = {
  RC: 'rc rookie',
  XRC: 'rc xrc rookie',
  ROO: 'rookie',
  RR: 'rookie rated',
  AU: 'au auto autograph',
  RELIC: 'relic patch jersey',
  AS: 'all star',
  LL: 'league leaders',
  CL: 'checklist',
  UER: 'error uer',
  SP: 'sp short print',
  DK: 'diamond king',
  FS: 'future stars',
};

/** The words under which a trait is found. `trait` is `rarity|finishes|variants|attributes|print run`. */
export function traitWords(trait: string): string[] {
  const [rarity = '', finishes = '', variants = '', attributes = '', printRun = ''] = trait.split('|');
  const words = new Set(wordsOf(`${rarity} ${finishes} ${variants}`));
  for (const attribute of attributes.split(',').filter(Boolean)) {
    for (const word of (spelledOut[attribute] ?? attribute.toLowerCase()).split(' '))
      for (const part of wordsOf(word)) words.add(part);
  }
  // Reverse holos, cosmos holos and coloured foils are holos and foils to a buyer.
  if (words.has('reverse') || words.has('cosmos')) words.add('holo');
  if (words.has('extendedart') || words.has('fullart')) words.add('art');
  if (words.has('extendedart')) words.add('extended');
  if (words.has('fullart')) words.add('full');
  if (printRun) for (const word of ['numbered', `run${printRun}`]) words.add(word);
  return [...words];
}

/**
 * The popularity of printings that match equally: 0 for a common to 10 for the rarest. A promo or a reprint comes after
 * the card from a booster.
 */
export function traitPriorOf(trait: string): number {
  const [rarity = '', finishes = '', variants = '', attributes = ''] = trait.split('|');
  // Old sources say "Rare" of a holo rare and leave the holo to the finish.
  const text = `${rarity.toLowerCase()} ${/rare/i.test(rarity) && finishes === 'holo' ? 'holo' : ''}`;
  const rookie = /\b(X?RC|ROO)\b/.test(attributes) ? 4 : 0;
  const reprint = /reprint|setpromo|promopack|prerelease|datestamped/.test(variants) ? -2 : 0;
  return Math.max(0, Math.min(10, rankOf(text) + rookie + reprint));
}

function rankOf(rarity: string): number {
  if (rarity.trim() === '') return 3;
  if (/special illustration|enchanted|starlight|ghost|hyper|iconic/.test(rarity)) return 7;
  if (/secret|ultimate|illustration|mythic|legendary|epic/.test(rarity)) return 6;
  if (/ultra|vmax|vstar|double|holo|super/.test(rarity)) return 6;
  if (/uncommon/.test(rarity)) return 2;
  if (/common/.test(rarity)) return 1;
  if (/promo|special/.test(rarity)) return 2;
  return 4;
}
