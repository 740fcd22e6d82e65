import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import {
  changeSearchSchema,
  followedListSchema,
  followSchema,
  savedSearchesSchema,
  savedSearchSchema,
  saveSearchSchema,
} from './contract.ts';
import { followSeller, listFollowed, unfollowSeller } from './saved-searches/follows.server.ts';
import {
  changeSavedSearch,
  getSavedSearch,
  listSavedSearches,
  removeSavedSearch,
  saveSearch,
} from './saved-searches/saved-searches.server.ts';

const tags = ['Alerts'];
const params = z.object({ id: z.string() });
const memberParams = z.object({ memberId: z.string() });

export function addAlertsApi(api: Api, platform: Platform): void {
  const list = createRoute({
    method: 'get',
    path: '/api/saved-searches',
    tags,
    summary: 'Lists your saved searches, newest first.',
    responses: { 200: json(savedSearchesSchema, 'Your saved searches.'), ...refusals(401) },
  });
  api.openapi(list, async (c) => {
    const items = await listSavedSearches(platform.db, requireActor(c).id);
    return c.json(savedSearchesSchema.parse({ items, nextCursor: null }), 200);
  });

  const save = createRoute({
    method: 'post',
    path: '/api/saved-searches',
    tags,
    summary: 'Saves a search and notifies you about new listings at once, daily or weekly.',
    request: { body: body(saveSearchSchema) },
    responses: { 201: json(savedSearchSchema, 'The saved search.'), ...refusals(400, 401, 403, 422, 429) },
  });
  api.openapi(save, async (c) => {
    const actor = requireActor(c);
    const id = await saveSearch(platform, actor, c.req.valid('json'));
    return c.json(savedSearchSchema.parse(await getSavedSearch(platform.db, actor.id, id)), 201);
  });

  const change = createRoute({
    method: 'patch',
    path: '/api/saved-searches/{id}',
    tags,
    summary: 'Changes how often a saved search notifies you, and its name if you send one.',
    request: { params, body: body(changeSearchSchema) },
    responses: { 200: json(savedSearchSchema, 'The updated saved search.'), ...refusals(400, 401, 404, 422) },
  });
  api.openapi(change, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await changeSavedSearch(platform, actor, id, c.req.valid('json'));
    return c.json(savedSearchSchema.parse(await getSavedSearch(platform.db, actor.id, id)), 200);
  });

  const remove = createRoute({
    method: 'delete',
    path: '/api/saved-searches/{id}',
    tags,
    summary: 'Deletes your saved search.',
    request: { params },
    responses: { 204: { description: 'Deleted.' }, ...refusals(401, 404) },
  });
  api.openapi(remove, async (c) => {
    await removeSavedSearch(platform, requireActor(c), c.req.valid('param').id);
    return c.body(null, 204);
  });

  const followed = createRoute({
    method: 'get',
    path: '/api/follows',
    tags,
    summary: 'Lists the sellers you follow, newest first.',
    responses: { 200: json(followedListSchema, 'The sellers you follow.'), ...refusals(401) },
  });
  api.openapi(followed, async (c) => {
    const items = await listFollowed(platform.db, requireActor(c).id);
    return c.json(followedListSchema.parse({ items, nextCursor: null }), 200);
  });

  const follow = createRoute({
    method: 'put',
    path: '/api/follows/{memberId}',
    tags,
    summary:
      'Follows a seller and notifies you about their new listings at once, daily or weekly. Call it again to change the frequency.',
    request: { params: memberParams, body: body(followSchema, false) },
    responses: { ...success, ...refusals(400, 401, 403, 404, 409, 422, 429) },
  });
  api.openapi(follow, async (c) => {
    await followSeller(platform, requireActor(c), c.req.valid('param').memberId, c.req.valid('json')?.frequency);
    return c.json(done, 200);
  });

  const unfollow = createRoute({
    method: 'delete',
    path: '/api/follows/{memberId}',
    tags,
    summary: 'Unfollows a seller. It succeeds if you don’t follow them.',
    request: { params: memberParams },
    responses: { ...success, ...refusals(401) },
  });
  api.openapi(unfollow, async (c) => {
    await unfollowSeller(platform, requireActor(c), c.req.valid('param').memberId);
    return c.json(done, 200);
  });
}
