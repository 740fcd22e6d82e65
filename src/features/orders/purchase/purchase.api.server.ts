import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { fileHeaders, json, pdfFile } from '#platform/http/responses/answers.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { type Purchase, purchaseSchema } from '../contract.ts';
import { printReceipt } from '../documents/receipt.server.ts';
import { cancelPurchase } from '../fulfil/cancel-order.server.ts';
import { presentPurchase } from './purchase.present.server.ts';
import { getPurchaseFor } from './purchase.queries.server.ts';

const tags = ['Orders'];
const params = z.object({ id: z.string() });

export function addPurchasesApi(api: Api, platform: Platform): void {
  const show = async (actor: Actor, id: string): Promise<Purchase> =>
    purchaseSchema.parse(
      presentPurchase(await getPurchaseFor(platform.db, actor.id, id), actor.id, platform.clock.now()),
    );

  const get = createRoute({
    method: 'get',
    path: '/api/purchases/{id}',
    tags,
    summary: 'Returns a purchase with its orders to its buyer.',
    request: { params },
    responses: { 200: json(purchaseSchema, 'The purchase.'), ...refusals(401, 404) },
  });
  api.openapi(get, async (c) => c.json(await show(requireActor(c), c.req.valid('param').id), 200));

  const receipt = createRoute({
    method: 'get',
    path: '/api/purchases/{id}/receipt.pdf',
    tags,
    summary: 'Returns the receipt of a paid purchase to its buyer as PDF.',
    request: { params },
    responses: {
      200: pdfFile,
      ...refusals(401, 404, 409, 429),
    },
  });
  api.openapi(receipt, async (c) => {
    const bytes = await printReceipt(platform, requireActor(c), c.req.valid('param').id);
    return c.body(bytes, 200, fileHeaders('receipt.pdf'));
  });

  const cancel = createRoute({
    method: 'post',
    path: '/api/purchases/{id}/cancel',
    tags,
    summary: 'Cancels an unpaid purchase with all of its orders.',
    request: { params },
    responses: { 200: json(purchaseSchema, 'The canceled purchase.'), ...refusals(401, 404, 409, 429) },
  });
  api.openapi(cancel, async (c) => {
    const actor = requireActor(c);
    const { id } = c.req.valid('param');
    await cancelPurchase(platform, actor, id);
    return c.json(await show(actor, id), 200);
  });
}
