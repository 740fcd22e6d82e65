import { createRoute } from '@hono/zod-openapi';
import * as z from 'zod';
import { findAway } from '#features/members/index.server.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { type ReturnNotice, returnNoticeSchema } from './contract.ts';
import { cancelReturnNotice, hasReturnNotice, requestReturnNotice } from './request-return-notice.server.ts';

const tags = ['profile'];
const path = '/api/profiles/{id}/return-notice';
const params = z.object({ id: z.string() });

export function addVacationsApi(api: Api, platform: Platform): void {
  const answer = async (memberId: string, sellerId: string): Promise<ReturnNotice> => {
    const away = (await findAway(platform.db, [sellerId], platform.clock.now())).get(sellerId);
    return returnNoticeSchema.parse({
      memberId: sellerId,
      asked: await hasReturnNotice(platform.db, memberId, sellerId),
      until: away?.endsAt.toISOString() ?? null,
    });
  };

  const ask = createRoute({
    method: 'put',
    path,
    tags,
    summary: 'Notifies you once, by email and in the app, when this member is back from vacation.',
    request: { params },
    responses: { 200: json(returnNoticeSchema, 'The notification is on.'), ...refusals(401, 403, 404, 409, 429) },
  });
  api.openapi(ask, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await requestReturnNotice(platform, actor, id);
    return c.json(await answer(actor.id, id), 200);
  });

  const forgo = createRoute({
    method: 'delete',
    path,
    tags,
    summary: 'Turns the notification off.',
    request: { params },
    responses: { 200: json(returnNoticeSchema, 'The notification is off.'), ...refusals(401, 403, 404) },
  });
  api.openapi(forgo, async (c) => {
    const [actor, { id }] = [requireActor(c), c.req.valid('param')];
    await cancelReturnNotice(platform, actor, id);
    return c.json(await answer(actor.id, id), 200);
  });
}
