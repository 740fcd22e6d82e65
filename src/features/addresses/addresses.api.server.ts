import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { getAddress, listAddresses } from './addresses.queries.server.ts';
import { addAddress, changeAddress, removeAddress } from './change-addresses.server.ts';
import { addressesSchema, addressInput, addressSchema, changeAddressInput } from './contract.ts';

const tags = ['profile'];
const params = z.object({ id: z.string() });

export function addAddressesApi(api: Api, platform: Platform): void {
  const list = createRoute({
    method: 'get',
    path: '/api/addresses',
    tags,
    summary: 'Lists your addresses, the default first.',
    responses: { 200: json(addressesSchema, 'Your addresses.'), ...refusals(401) },
  });
  api.openapi(list, async (c) => {
    const items = await listAddresses(platform.db, requireActor(c).id);
    return c.json({ items, nextCursor: null }, 200);
  });

  const add = createRoute({
    method: 'post',
    path: '/api/addresses',
    tags,
    summary: 'Adds an address. Your first address is the default.',
    request: { body: body(addressInput) },
    responses: { 201: json(addressSchema, 'The address.'), ...refusals(400, 401, 409, 422, 429) },
  });
  api.openapi(add, async (c) => {
    const actor = requireActor(c);
    const id = await addAddress(platform, actor, c.req.valid('json'));
    return c.json(await getAddress(platform.db, actor, id), 201);
  });

  const change = createRoute({
    method: 'patch',
    path: '/api/addresses/{id}',
    tags,
    summary: 'Changes the given fields of your address, or makes it the default.',
    request: { params, body: body(changeAddressInput) },
    responses: { 200: json(addressSchema, 'The address.'), ...refusals(400, 401, 404, 409, 422, 429) },
  });
  api.openapi(change, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await changeAddress(platform, actor, id, c.req.valid('json'));
    return c.json(await getAddress(platform.db, actor, id), 200);
  });

  const remove = createRoute({
    method: 'delete',
    path: '/api/addresses/{id}',
    tags,
    summary: 'Deletes your address. Orders keep their copy.',
    request: { params },
    responses: { 204: { description: 'Deleted.' }, ...refusals(401, 404) },
  });
  api.openapi(remove, async (c) => {
    await removeAddress(platform, requireActor(c), c.req.valid('param').id);
    return c.body(null, 204);
  });
}
