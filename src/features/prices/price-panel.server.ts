import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { cardPricesQuery, type SoldPrices } from './contract.ts';
import { dayOf, openDays, priceWindows } from './price.rules.ts';
import { type Kind, listSoldKinds, pricesOf, seesPriceHistory } from './read-prices.server.ts';

type Chosen = Record<keyof Kind | 'currency', string>;

export interface PricePanelData {
  cardId: string;
  prices: SoldPrices;
  /** The last day of the period, UTC. */
  today: string;
  /** What is shown; an empty text is every one. */
  chosen: Chosen;
  /** What was sold in the last year, and in which currencies, the commonest first. */
  choices: Record<keyof Chosen, string[]>;
}

/**
 * The most rings that are distinguishable; beyond it line and band suffice, and a page would carry thousands of rings.
 */
const mostRings = 300;

const fields = ['condition', 'finish', 'language'] as const;

/** Instead of prices, for visitors and members whose tier has no price history. */
export const lockedPrices = 'needs premium';

/**
 * The prices of a card for its page: by the address's filters, else of the kind that sells most in the period, or of
 * all of them where that one has too few sales. Invalid filters are ignored. Null for a card that was not sold in the
 * last year.
 */
export async function loadPricePanel(
  platform: Parameters<typeof pricesOf>[0] & Pick<Platform, 'db'>,
  actor: Actor | null,
  cardId: string,
  query: URLSearchParams,
): Promise<PricePanelData | typeof lockedPrices | null> {
  if (!(await seesPriceHistory(platform.db, actor?.id ?? null))) return lockedPrices;
  const wanted = Number(query.get('days') ?? openDays);
  const days = priceWindows.some((window) => window === wanted) ? wanted : openDays;
  const { kinds, currencies } = await listSoldKinds(platform, cardId, days);
  const [commonest] = kinds;
  if (!commonest) return null;
  const read = async (chosen: Chosen) => {
    const query = cardPricesQuery.safeParse({
      ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')),
      days,
    });
    return {
      chosen,
      ...(await pricesOf(platform, actor, cardId, query.success ? query.data : cardPricesQuery.parse({}))),
    };
  };
  // A currency without sales is no choice.
  const currency = currencies.find((one) => one === query.get('currency')) ?? '';
  const kindBy = (partOf: (field: keyof Kind) => string | null) =>
    ({ ...Object.fromEntries(fields.map((field) => [field, partOf(field) ?? ''])), currency }) as Chosen;
  const isFiltered = [...fields, 'currency'].some((field) => query.has(field));
  const ofCommonest = isFiltered ? null : await read(kindBy((field) => commonest[field]));
  // Without filters that is every kind.
  const ofAddress = ofCommonest?.enough ? ofCommonest : await read(kindBy((field) => query.get(field)));
  const { chosen, sales, ...prices } = ofCommonest && !ofAddress.enough ? ofCommonest : ofAddress;
  return {
    cardId,
    today: dayOf(platform.clock.now()),
    prices: { ...prices, ...(sales && sales.length <= mostRings && { sales }) },
    chosen,
    choices: {
      ...(Object.fromEntries(
        fields.map((field) => [field, [...new Set(kinds.flatMap((kind) => kind[field] ?? []))]]),
      ) as Record<keyof Kind, string[]>),
      currency: currencies,
    },
  };
}
