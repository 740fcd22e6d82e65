import type { Mutation } from './mutation.ts';
import { adRows } from './rows/ads.ts';
import { alertRows } from './rows/alerts.ts';
import { bulkRows } from './rows/bulk.ts';
import { counterRows } from './rows/counters.ts';
import { entryRows } from './rows/entry.ts';
import { evidenceRows } from './rows/evidence.ts';
import { factRows } from './rows/facts.ts';
import { formRows } from './rows/forms.ts';
import { importRows } from './rows/imports.ts';
import { languageRows } from './rows/language.ts';
import { listRows } from './rows/lists.ts';
import { liveRows } from './rows/live.ts';
import { marketRows } from './rows/market.ts';
import { memberRows } from './rows/members.ts';
import { messageRows } from './rows/messages.ts';
import { offerRows } from './rows/offers.ts';
import { openRows } from './rows/open-rows.ts';
import { photoReadRows } from './rows/photo-read.ts';
import { platformRows } from './rows/platform.ts';
import { priceRuleRows } from './rows/price-rules.ts';
import { priceRows } from './rows/prices.ts';
import { reviewRows } from './rows/reviews.ts';
import { rulingRows } from './rows/rulings.ts';
import { uiRows } from './rows/screens.ts';
import { searchRows } from './rows/search.ts';
import { traderRows } from './rows/traders.ts';
import { vacationRows } from './rows/vacation.ts';
import { wantedRows } from './rows/wanted.ts';

/** Faults in the words of the specification's rows, each with the nearest test of the room: no journey is needed to see them. */
export const rows: readonly Mutation[] = [
  ...entryRows,
  ...memberRows,
  ...liveRows,
  ...uiRows,
  ...marketRows,
  ...wantedRows,
  ...listRows,
  ...alertRows,
  ...bulkRows,
  ...importRows,
  ...reviewRows,
  ...rulingRows,
  ...traderRows,
  ...priceRows,
  ...priceRuleRows,
  ...messageRows,
  ...offerRows,
  ...counterRows,
  ...openRows,
  ...languageRows,
  ...searchRows,
  ...platformRows,
  ...evidenceRows,
  ...factRows,
  ...vacationRows,
  ...adRows,
  ...photoReadRows,
  ...formRows,
];
