import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { addBlocksApi } from './blocks/blocks.api.server.ts';
import {
  listMessagesSchema,
  listThreadsSchema,
  messagePageSchema,
  messageSchema,
  openedThreadSchema,
  openThreadSchema,
  sendMessageSchema,
  sentPhotosSchema,
  threadPageSchema,
  threadSchema,
} from './contract.ts';
import { markDelivered } from './send/mark-delivered.server.ts';
import { receiveThreadPhotos } from './send/photos.server.ts';
import { openThread, sendMessage } from './send/send-message.server.ts';
import { deleteThread, readThread } from './threads/thread-state.server.ts';
import { getThreadFor, listMessagesFor, listThreadsFor } from './threads/threads.queries.server.ts';

const tags = ['Messages'];
const params = z.object({ id: z.string() });

export function addMessagesApi(api: Api, platform: Platform): void {
  const open = createRoute({
    method: 'post',
    path: '/api/threads',
    tags,
    summary:
      'Sends a message to a member. Each pair of members has one thread per subject, and one without a subject. The thread is created with its first message.',
    request: { body: body(openThreadSchema) },
    responses: {
      201: json(openedThreadSchema, 'The thread with the message.'),
      ...refusals(400, 401, 403, 404, 409, 422, 429),
    },
  });
  api.openapi(open, async (c) => {
    const actor = requireActor(c);
    const message = await openThread(platform, actor, c.req.valid('json'));
    return c.json(
      openedThreadSchema.parse({ ...(await getThreadFor(platform.db, actor.id, message.threadId)), message }),
      201,
    );
  });

  const list = createRoute({
    method: 'get',
    path: '/api/threads',
    tags,
    summary:
      'Lists your threads: unread messages from Premium members first, then the newest. `q` searches the messages. `unread` returns only threads with unread messages.',
    request: { query: listThreadsSchema },
    responses: { 200: json(threadPageSchema, 'A page of threads.'), ...refusals(401, 422) },
  });
  api.openapi(list, async (c) => {
    const { id } = requireActor(c);
    await markDelivered(platform, id);
    return c.json(threadPageSchema.parse(await listThreadsFor(platform.db, id, c.req.valid('query'))), 200);
  });

  const get = createRoute({
    method: 'get',
    path: '/api/threads/{id}',
    tags,
    summary: 'Returns a thread to its two members. Others receive 404.',
    request: { params },
    responses: { 200: json(threadSchema, 'The thread.'), ...refusals(401, 404) },
  });
  api.openapi(get, async (c) => {
    const { id } = requireActor(c);
    return c.json(threadSchema.parse(await getThreadFor(platform.db, id, c.req.valid('param').id)), 200);
  });

  const read = createRoute({
    method: 'get',
    path: '/api/threads/{id}/messages',
    tags,
    summary: 'Lists the messages of a thread, newest first.',
    request: { params, query: listMessagesSchema },
    responses: { 200: json(messagePageSchema, 'A page of messages.'), ...refusals(401, 404, 422) },
  });
  api.openapi(read, async (c) => {
    const { id } = requireActor(c);
    return c.json(
      messagePageSchema.parse(await listMessagesFor(platform.db, id, c.req.valid('param').id, c.req.valid('query'))),
      200,
    );
  });

  const send = createRoute({
    method: 'post',
    path: '/api/threads/{id}/messages',
    tags,
    summary: 'Sends a message in a thread. A repeated `clientId` returns the same message.',
    request: { params, body: body(sendMessageSchema) },
    responses: {
      201: json(messageSchema, 'The message.'),
      ...refusals(400, 401, 403, 404, 409, 422, 429),
    },
  });
  api.openapi(send, async (c) => {
    const actor = requireActor(c);
    return c.json(
      messageSchema.parse(await sendMessage(platform, actor, c.req.valid('param').id, c.req.valid('json'))),
      201,
    );
  });

  const attach = createRoute({
    method: 'post',
    path: '/api/threads/{id}/photos',
    tags,
    summary:
      'Uploads up to 6 photos to a thread as JPEG, PNG or WebP, up to 15 MB and 40 megapixels each. If one photo is refused, none are uploaded. Send their ids in `photos` of a message within 24 hours. Only the two members can see them.',
    request: {
      params,
      // Only described here: the handler streams the body to disk and never parses it in memory.
      body: {
        content: {
          'multipart/form-data': { schema: z.object({ photos: z.array(z.string().meta({ format: 'binary' })) }) },
        },
      },
    },
    responses: {
      201: json(sentPhotosSchema, 'The uploaded photos.'),
      ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503, 507),
    },
  });
  api.openAPIRegistry.registerPath(attach);
  api.post('/api/threads/:id/photos', async (c) => {
    return c.json(
      sentPhotosSchema.parse(await receiveThreadPhotos(platform, requireActor(c), c.req.param('id'), c.req.raw)),
      201,
    );
  });

  const markRead = createRoute({
    method: 'post',
    path: '/api/threads/{id}/read',
    tags,
    summary: 'Marks the messages you received in a thread as read.',
    request: { params },
    responses: { ...success, ...refusals(401, 403, 404) },
  });
  api.openapi(markRead, async (c) => {
    await readThread(platform, requireActor(c), c.req.valid('param').id);
    return c.json(done, 200);
  });

  const remove = createRoute({
    method: 'delete',
    path: '/api/threads/{id}',
    tags,
    summary: 'Removes a thread from your list. The other member keeps it. The next message adds it again.',
    request: { params },
    responses: { ...success, ...refusals(401, 403, 404) },
  });
  api.openapi(remove, async (c) => {
    await deleteThread(platform, requireActor(c), c.req.valid('param').id);
    return c.json(done, 200);
  });

  addBlocksApi(api, platform);
}
