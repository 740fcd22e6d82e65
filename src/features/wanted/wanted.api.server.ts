import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { openedThreadSchema } from '#features/messages/contract.ts';
import { getThreadFor } from '#features/messages/index.server.ts';
import { callerOf } from '#platform/http/costly-reads.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import {
  createWantSchema,
  editWantSchema,
  listWantsSchema,
  respondSchema,
  wantPageSchema,
  wantSchema,
} from './contract.ts';
import { editWant, makeWant, removeWant } from './lifecycle/make-want.server.ts';
import { respondToWant } from './lifecycle/respond.server.ts';
import { findWants, getWant, getWantFor } from './wants.queries.server.ts';

const tags = ['Wanted'];
const params = z.object({ id: z.string() });

export function addWantedApi(api: Api, platform: Platform): void {
  const list = createRoute({
    method: 'get',
    path: '/api/wanted',
    tags,
    summary: 'Lists the open wanted posts, or all of one member, newest first.',
    description: 'With Premium, `q` accepts an advanced search, for example `game:magic price>=20 -cond>=nm`.',
    request: { query: listWantsSchema },
    responses: { 200: json(wantPageSchema, 'A page of wanted posts.'), ...refusals(403, 422, 429, 503) },
  });
  api.openapi(list, async (c) =>
    c.json(wantPageSchema.parse(await findWants(platform, callerOf(c, platform), c.req.valid('query'))), 200),
  );

  const make = createRoute({
    method: 'post',
    path: '/api/wanted',
    tags,
    summary:
      'Creates a wanted post for a card in the card database, or for keywords and a game. It expires after 90 days.',
    request: { body: body(createWantSchema) },
    responses: { 201: json(wantSchema, 'The wanted post.'), ...refusals(400, 401, 403, 409, 422, 429) },
  });
  api.openapi(make, async (c) => {
    const id = await makeWant(platform, requireActor(c), c.req.valid('json'));
    return c.json(wantSchema.parse(await getWant(platform.db, id)), 201);
  });

  const get = createRoute({
    method: 'get',
    path: '/api/wanted/{id}',
    tags,
    summary: 'Returns a wanted post in any status.',
    request: { params },
    responses: { 200: json(wantSchema, 'The wanted post.'), ...refusals(404) },
  });
  api.openapi(get, async (c) =>
    c.json(wantSchema.parse(await getWantFor(platform.db, c.get('actor')?.id ?? null, c.req.valid('param').id)), 200),
  );

  const edit = createRoute({
    method: 'patch',
    path: '/api/wanted/{id}',
    tags,
    summary:
      'Changes the given fields of your wanted post. The status `filled` or `closed` ends it, and `open` renews it for 90 days.',
    request: { params, body: body(editWantSchema) },
    responses: { 200: json(wantSchema, 'The updated wanted post.'), ...refusals(400, 401, 403, 404, 409, 422) },
  });
  api.openapi(edit, async (c) => {
    const { id } = c.req.valid('param');
    await editWant(platform, requireActor(c), id, c.req.valid('json'));
    return c.json(wantSchema.parse(await getWant(platform.db, id)), 200);
  });

  const remove = createRoute({
    method: 'delete',
    path: '/api/wanted/{id}',
    tags,
    summary: 'Deletes your wanted post.',
    request: { params },
    responses: { 204: { description: 'Deleted.' }, ...refusals(401, 403, 404) },
  });
  api.openapi(remove, async (c) => {
    await removeWant(platform, requireActor(c), c.req.valid('param').id);
    return c.body(null, 204);
  });

  const respond = createRoute({
    method: 'post',
    path: '/api/wanted/{id}/respond',
    tags,
    summary: 'Replies to a wanted post with one of your listings or a message, in a conversation with its author.',
    request: { params, body: body(respondSchema) },
    responses: {
      201: json(openedThreadSchema, 'The conversation with the new message.'),
      ...refusals(400, 401, 403, 404, 409, 422, 429),
    },
  });
  api.openapi(respond, async (c) => {
    const actor = requireActor(c);
    const message = await respondToWant(platform, actor, c.req.valid('param').id, c.req.valid('json'));
    return c.json(
      openedThreadSchema.parse({ ...(await getThreadFor(platform.db, actor.id, message.threadId)), message }),
      201,
    );
  });
}
