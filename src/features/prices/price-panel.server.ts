import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { cardPricesQuery, type SoldPrices } from './contract.ts';
import { openDays, priceWindows } from './price.rules.ts';
import { type Kind, listSoldKinds, pricesOf, seesPriceHistory } from './read-prices.server.ts';

type Chosen = Record<keyof Kind | 'currency', string>;

export interface PricePanelData {
  cardId: string;
  prices: SoldPrices;
  /** What is shown; an empty text is every one. */
  chosen: Chosen;
  /** What was sold in the last year, and in which currencies, the commonest first. */
  choices: Record<keyof Chosen, string[]>;
}

/**
 * Rings that can be told apart; of more the line and its band say what there is to see, and a page would carry
 * thousands of them.
 */
const mostRings = 300;

const fields = ['condition', 'finish', 'language'] as const;

/** Instead of prices, for visitors and members whose tier has no price history. */
export const lockedPrices = 'needs premium';

/**
 * The prices of a card for its page: by what stands in the address, else of the kind that sells most in the stretch
 * that is shown, or of all of them where that one alone has too few. What can't be read there is left out, as a filter
 * that does not exist. Null for a card that was not sold in the last year.
 */
export async function loadPricePanel(
  platform: Parameters<typeof pricesOf>[0] & Pick<Platform, 'db'>,
  actor: Actor | null,
  cardId: string,
  asked: URLSearchParams,
): Promise<PricePanelData | typeof lockedPrices | null> {
  if (!(await seesPriceHistory(platform.db, actor?.id ?? null))) return lockedPrices;
  const wanted = Number(asked.get('days') ?? openDays);
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
  // One that nobody paid in is none to choose.
  const currency = currencies.find((one) => one === asked.get('currency')) ?? '';
  const kindBy = (partOf: (field: keyof Kind) => string | null) =>
    ({ ...Object.fromEntries(fields.map((field) => [field, partOf(field) ?? ''])), currency }) as Chosen;
  const isAsked = [...fields, 'currency'].some((field) => asked.has(field));
  const ofCommonest = isAsked ? null : await read(kindBy((field) => commonest[field]));
  // Where nothing is asked for, that is every kind.
  const ofAddress = ofCommonest?.enough ? ofCommonest : await read(kindBy((field) => asked.get(field)));
  const { chosen, sales, ...prices } = ofCommonest && !ofAddress.enough ? ofCommonest : ofAddress;
  return {
    cardId,
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
