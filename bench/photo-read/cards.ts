import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { Chance } from '#features/catalogue/art/brush.ts';

/** A printing as in a catalogue file. */
export interface PhotographedCard {
  game: Game;
  name: string;
  number: string;
  setName: string;
  setCode: string;
  setAbbr?: string;
  printedTotal?: number;
  rarity?: string;
  artist?: string;
  releaseDate?: string;
  language: string;
  externalId: string;
}

export type Game = 'pokemon' | 'magic' | 'yugioh' | 'lorcana' | 'sports';

/** Of sixty. Sports cards say their number on the back, so it is the back that is photographed. */
const shares: Record<Game, number> = { pokemon: 20, magic: 15, yugioh: 15, lorcana: 6, sports: 4 };
const folder = join(import.meta.dirname, '../../data/catalogue');

/**
 * Sixty cards of the shipped catalogue by chance, the same for the same seed: those that print a number, in English.
 * Magic prints one since 1998.
 */
export async function chooseCards(seed: number): Promise<PhotographedCard[]> {
  const chosen: PhotographedCard[] = [];
  for (const [game, count] of Object.entries(shares)) {
    const cards = (await cardsOf(game)).filter(isNumbered);
    const chance = new Chance(seed + count);
    for (let at = 0; at < count; at++) chosen.push(chance.pick(cards));
  }
  return chosen;
}

function isNumbered({ game, number, language, releaseDate, printedTotal }: PhotographedCard): boolean {
  if (!number || language !== 'en') return false;
  return game === 'magic' ? (releaseDate ?? '') >= '1998-06' && printedTotal !== undefined : true;
}

async function cardsOf(game: string): Promise<PhotographedCard[]> {
  const cards: PhotographedCard[] = [];
  const lines = createInterface({ input: createReadStream(join(folder, `${game}.ndjson.gz`)).pipe(createGunzip()) });
  for await (const line of lines) cards.push(JSON.parse(line) as PhotographedCard);
  return cards;
}
