import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { placedPurchaseSchema } from '#features/orders/contract.ts';
import { orderDeadlines } from '#features/orders/words.ts';
import { clientAddress } from '#platform/http/guards.ts';
import { type Api, type ApiContext, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { buyCart } from './checkout/buy-cart.server.ts';
import { addLineSchema, buyCartSchema, cartChoicesSchema, cartSchema, setLineSchema } from './contract.ts';
import { addLine } from './lines/add-line.server.ts';
import { removeLine } from './lines/remove-line.server.ts';
import { setChoices } from './lines/set-choices.server.ts';
import { setLine } from './lines/set-line.server.ts';
import { type Change, changeCart, showCart } from './read/visit-cart.server.ts';

const tags = ['Cart'];
const params = z.object({ id: z.string().describe('The ID of the listing.') });
const whole = { 200: json(cartSchema, 'The whole cart.') };

export function addCartApi(api: Api, platform: Platform): void {
  const requestOf = (c: ApiContext) => ({
    actor: c.get('actor'),
    address: clientAddress(c, platform),
    cookies: c.req.header('cookie'),
    languages: c.req.header('accept-language'),
  });
  const setCookies = (c: ApiContext, cookies: readonly string[]) => {
    for (const cookie of cookies) c.header('set-cookie', cookie, { append: true });
  };
  const change = async (c: ApiContext, work: Change<unknown>) => {
    const { cart, cookies } = await changeCart(platform, requestOf(c), work);
    setCookies(c, cookies);
    return cartSchema.parse(cart);
  };

  const see = createRoute({
    method: 'get',
    path: '/api/cart',
    tags,
    summary:
      'Returns your cart: by your session, or for a visitor by the cookie that adding a card set. Nothing in it is reserved.',
    responses: whole,
  });
  api.openapi(see, async (c) => {
    const { cart, cookies } = await showCart(platform, requestOf(c));
    setCookies(c, cookies);
    return c.json(cartSchema.parse(cart), 200);
  });

  const choose = createRoute({
    method: 'patch',
    path: '/api/cart',
    tags,
    summary: 'Sets the country that the shipping prices of your cart are for, and the shipping methods of sellers.',
    request: { body: body(cartChoicesSchema) },
    responses: { ...whole, ...refusals(400, 422, 429) },
  });
  api.openapi(choose, async (c) =>
    c.json(await change(c, (holder) => setChoices(platform, holder, c.req.valid('json'))), 200),
  );

  const add = createRoute({
    method: 'post',
    path: '/api/cart/lines',
    tags,
    summary: 'Adds copies of a listing to your cart. Nothing is reserved.',
    request: { body: body(addLineSchema) },
    responses: { ...whole, ...refusals(400, 403, 404, 409, 422, 429) },
  });
  api.openapi(add, async (c) =>
    c.json(await change(c, (holder) => addLine(platform, holder, c.req.valid('json'))), 200),
  );

  const set = createRoute({
    method: 'patch',
    path: '/api/cart/lines/{id}',
    tags,
    summary: 'Sets the quantity of a line of your cart.',
    request: { params, body: body(setLineSchema) },
    responses: { ...whole, ...refusals(400, 403, 404, 409, 422, 429) },
  });
  api.openapi(set, async (c) => {
    const [{ id }, { quantity }] = [c.req.valid('param'), c.req.valid('json')];
    return c.json(await change(c, (holder) => setLine(platform, holder, id, quantity)), 200);
  });

  const remove = createRoute({
    method: 'delete',
    path: '/api/cart/lines/{id}',
    tags,
    summary: 'Removes a line from your cart. It succeeds if the line isn’t there.',
    request: { params },
    responses: { ...whole, ...refusals(404, 409, 429) },
  });
  api.openapi(remove, async (c) => {
    const { id } = c.req.valid('param');
    return c.json(await change(c, (holder) => removeLine(platform, holder, id)), 200);
  });

  const buy = createRoute({
    method: 'post',
    path: '/api/purchases',
    tags: ['Purchases'],
    summary: `Reserves the cards in your cart for ${orderDeadlines.hold}. Creates one order for each seller and one payment page for all of them. The lines stay in the cart until you pay.`,
    request: { body: body(buyCartSchema, false) },
    responses: {
      201: json(placedPurchaseSchema, 'The purchase, with the address of its payment page.'),
      ...refusals(400, 401, 403, 409, 422, 429, 503),
    },
  });
  api.openapi(buy, async (c) => {
    const { cookies, ...client } = requestOf(c);
    const from = { ...client, cookies, userAgent: c.req.header('user-agent') ?? '' };
    const input = buyCartSchema.parse(c.req.valid('json') ?? {});
    return c.json(placedPurchaseSchema.parse(await buyCart(platform, requireActor(c), input, from)), 201);
  });
}
