import { createRoute, z } from '@hono/zod-openapi';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { notFound } from '#kernel/refusal.ts';
import { withCookies } from '#platform/http/page-form.server.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import { listSessions } from '#platform/identity/sessions/sessions.server.ts';
import type { Platform } from '#platform/platform.ts';
import { unknownDevice } from '../../model/auth.policy.ts';
import { changePasswordInput, deviceSchema, renewedSchema, setPasswordInput } from '../../model/security.contract.ts';
import { changePassword } from '../../passwords/change-password.server.ts';
import { setFirstPassword } from '../../passwords/set-password.server.ts';
import { presentDevice } from './devices.present.server.ts';
import { endOneSession, endOtherSessions } from './end-sessions.server.ts';
import { renewedToken } from './renew-own-session.server.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/api/auth/list-sessions',
  tags: ['sign-in'],
  summary: 'Lists your signed-in devices, newest first.',
  responses: {
    200: json(wholeListSchema(deviceSchema), 'Your sessions.'),
    ...refusals(401),
  },
});

const endOneRoute = createRoute({
  method: 'post',
  path: '/api/auth/revoke-session',
  tags: ['sign-in'],
  summary: 'Signs out one of your devices. For a device other than this one, a verified identity is required.',
  request: { body: body(z.strictObject({ id: z.string() })) },
  responses: { ...success, ...refusals(400, 401, 403, 404, 422) },
});

const endOthersRoute = createRoute({
  method: 'post',
  path: '/api/auth/revoke-other-sessions',
  tags: ['sign-in'],
  summary: 'Signs out all your other devices. Requires a verified identity.',
  responses: { ...success, ...refusals(401, 403) },
});

const renewed = {
  200: json(renewedSchema, 'The session continues with a new cookie, or with the bearer token in the response.'),
};

const passwordRoute = createRoute({
  method: 'post',
  path: '/api/auth/change-password',
  tags: ['sign-in'],
  summary: 'Changes your password. Ends your other sessions. This session continues with a new cookie or bearer token.',
  request: { body: body(changePasswordInput) },
  responses: { ...renewed, ...refusals(400, 401, 403, 422, 429) },
});

const setPasswordRoute = createRoute({
  method: 'post',
  path: '/api/auth/set-password',
  tags: ['sign-in'],
  summary:
    'Adds a password to an account without one. Requires a verified identity. Ends your other sessions. This session continues with a new cookie or bearer token.',
  request: { body: body(setPasswordInput) },
  responses: { ...renewed, ...refusals(400, 401, 403, 409, 422) },
});

export function addSessionsApi(api: Api, platform: Platform): void {
  const { db, clock } = platform;

  api.openapi(listRoute, async (c) => {
    const actor = requireActor(c);
    const rows = await listSessions(db, actor.id, clock.now());
    return c.json(
      { items: rows.map((row) => deviceSchema.parse(presentDevice(row, actor.sessionId))), nextCursor: null },
      200,
    );
  });

  api.openapi(endOneRoute, async (c) => {
    const actor = requireActor(c);
    const { id } = c.req.valid('json');
    const ended = await endOneSession(platform, actor, id);
    if (ended === 0) throw notFound(unknownDevice);
    return c.json(done, 200);
  });

  api.openapi(endOthersRoute, async (c) => {
    const actor = requireActor(c);
    await endOtherSessions(platform, actor);
    return c.json(done, 200);
  });

  api.openapi(passwordRoute, async (c) => {
    const session = await changePassword(platform, requireActor(c), c.req.valid('json'));
    return c.json({ ...done, bearer: renewedToken(session) }, 200, withCookies(session));
  });

  api.openapi(setPasswordRoute, async (c) => {
    const session = await setFirstPassword(platform, requireActor(c), c.req.valid('json'));
    return c.json({ ...done, bearer: renewedToken(session) }, 200, withCookies(session));
  });
}
