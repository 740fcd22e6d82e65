import {
  holdsAll,
  printingsByIds,
  printingsNamed,
  printingsOf,
  printingsOfHalves,
  printingsOfIds,
  searchCards,
  setNames,
} from '#features/catalogue/index.server.ts';
import { Refusal } from '#kernel/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import { importRefusals } from '../contract.ts';
import { UnreadableFile } from '../read/read-table.ts';
import { readWants, type WantedFile, type WantSource } from './read-wants.ts';

/** Printings that the search offers for a line. */
const mostFound = 8;

/**
 * Reads a list of wants with the catalogue. Refuses an unreadable one, or one with more lines than `most` (422
 * `unreadable_file`).
 */
export async function readWantedFile(
  platform: Pick<Platform, 'db' | 'pool'>,
  bytes: Uint8Array,
  most: number,
): Promise<WantedFile> {
  const { db } = platform;
  const source: WantSource = {
    sets: (games) => setNames(db, games),
    printings: (sets) => printingsOf(db, sets),
    byIds: (games, ids) => printingsOfIds(db, games, ids),
    named: async (names) => [...(await printingsNamed(db, names)), ...(await printingsOfHalves(db, names))],
    similar: async (name) => {
      const { cards } = await searchCards(platform, { q: name, limit: 20 });
      // All printings of nearly that name, since any of them may be wanted.
      return printingsNamed(db, [...new Set(cards.map((card) => card.name))]);
    },
    search: async (words) => {
      // The space says that the last word is finished.
      const { cards, didYouMean } = await searchCards(platform, { q: `${words} `, limit: mostFound });
      const whole = cards.filter(({ score }) => score >= holdsAll).map(({ id }) => id);
      const found = await printingsByIds(db, whole);
      return { printings: whole.flatMap((id) => found.get(id) ?? []), isAsTyped: didYouMean === null };
    },
  };
  return readWants(bytes, source, most).catch((error: unknown) => {
    if (error instanceof UnreadableFile)
      throw new Refusal(422, importRefusals.unreadable, error.message, { errors: { file: error.message } });
    throw error;
  });
}
