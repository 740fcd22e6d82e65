import { ensureShippedCatalogue } from '#features/catalogue/index.server.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { openDatabase } from '#platform/db/db.ts';
import { createLog } from '#platform/log/log.ts';
import { checkFill } from './check-fill.ts';
import { fillMarket } from './fill.ts';

/** Loads the catalogue and fills a market, and says how long each took. */
export async function prepareMarket(url: string, listings: number, say: (line: string) => void) {
  const { pool, close } = openDatabase(url, createLog('warn'), 4);
  let at = Date.now();
  const took = () => {
    const seconds = ((Date.now() - at) / 1000).toFixed(1);
    at = Date.now();
    return `${seconds} s`;
  };
  try {
    await ensureShippedCatalogue({ pool, clock: systemClock }, () => {});
    say(`Catalogue loaded (${took()})`);
  } finally {
    await close();
  }
  const market = await fillMarket(url, listings, say);
  say(`Market filled (${took()})`);
  await checkFill(url, say);
  return market;
}
