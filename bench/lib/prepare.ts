import { ensureShippedCatalogue } from '#features/catalogue/index.server.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { checkFill } from './check-fill.ts';
import { fillMarket } from './fill.ts';

/** Loads the catalogue and fills the database. A second checkout is filled by its own version of this. */
export async function prepareMarket(url: string, listings: number, say: (line: string) => void) {
  const { pool, close } = openDatabase(url, createLog('warn'), 4);
  try {
    await ensureShippedCatalogue({ pool, clock: systemClock }, () => {});
    say('Catalogue loaded');
  } finally {
    await close();
  }
  const market = await fillMarket(url, listings, say);
  await checkFill(url, say);
  return market;
}
