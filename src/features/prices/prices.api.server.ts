import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { callerOf, readCostly } from '#platform/http/costly-reads.ts';
import { type Api, type ApiContext, refusals } from '#platform/http/requests/api.ts';
import { json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { type CardPricesQuery, cardPricesQuery, cardPricesSchema } from './contract.ts';
import { allDays, enoughSales } from './price.rules.ts';
import { readCardPrices } from './read-prices.server.ts';
import { pricesCsv } from './write-csv.ts';

const tags = ['catalogue'];
const request = { params: z.object({ id: z.string() }), query: cardPricesQuery };
const what = `Requires Premium. Visitors and Free members receive 403 \`tier_limit\`. Covers up to ${allDays} days. A median requires at least ${enoughSales} sales.`;

export function addPricesApi(api: Api, platform: Platform): void {
  const read = (c: ApiContext, id: string, query: CardPricesQuery) =>
    readCostly(platform, callerOf(c, platform), () => readCardPrices(platform, c.get('actor'), id, query));

  const prices = createRoute({
    method: 'get',
    path: '/api/catalogue/cards/{id}/prices',
    tags,
    summary: 'Returns the price history and current prices of a card.',
    description: what,
    request,
    responses: { 200: json(cardPricesSchema, 'The prices.'), ...refusals(403, 404, 422) },
  });
  api.openapi(prices, async (c) =>
    c.json(cardPricesSchema.parse(await read(c, c.req.valid('param').id, c.req.valid('query'))), 200),
  );

  const csv = createRoute({
    method: 'get',
    path: '/api/catalogue/cards/{id}/prices.csv',
    tags,
    summary: 'Returns the price history of a card as CSV.',
    description: what,
    request,
    responses: {
      200: { description: 'A CSV file, UTF-8.', content: { 'text/csv': { schema: z.string() } } },
      ...refusals(403, 404, 422),
    },
  });
  api.openapi(csv, async (c) => {
    const text = pricesCsv(await read(c, c.req.valid('param').id, c.req.valid('query')));
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="prices.csv"',
    };
    return c.body(text, 200, headers) as never;
  });
}
