import { createRoute, z } from '@hono/zod-openapi';
import { withCookies } from '#platform/http/page-form.server.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, json, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { clientOf } from '../sign-in/auth.api.server.ts';
import { renewedToken } from '../sign-in/sessions/renew-own-session.server.ts';
import { cancelEmailChange, disownEmailChange } from './cancel-email-change.server.ts';
import {
  changeEmailInput,
  changeLinkInput,
  changeLinkResultSchema,
  type EmailChangeView,
  emailChangeSchema,
} from './change-email.contract.ts';
import { confirmEmailChange } from './confirm-email-change.server.ts';
import { type EmailChange, findEmailChange } from './email-change.server.ts';
import { requestEmailChange, resendEmailChange } from './request-email-change.server.ts';

const waiting = z.object({ pending: emailChangeSchema.nullable() });
const path = '/api/auth/change-email';
const tags = ['sign-in'];

const readRoute = createRoute({
  method: 'get',
  path,
  tags,
  summary: 'Returns your pending email change, or null.',
  responses: { 200: json(waiting, 'The pending change.'), ...refusals(401) },
});

const requestRoute = createRoute({
  method: 'post',
  path,
  tags,
  summary:
    'Starts an email change. Requires a verified identity. Both addresses must confirm within 24 hours. A current address that was never confirmed is only notified.',
  request: { body: body(changeEmailInput) },
  responses: { 200: json(waiting, 'The emails are being sent.'), ...refusals(400, 401, 403, 409, 422, 429) },
});

const cancelRoute = createRoute({
  method: 'delete',
  path,
  tags,
  summary: 'Cancels your pending email change.',
  responses: { ...success, ...refusals(401, 403, 404) },
});

const resendRoute = createRoute({
  method: 'post',
  path: `${path}/resend`,
  tags,
  summary: 'Sends the emails of your pending change again, at most every 5 minutes.',
  responses: { ...success, ...refusals(401, 403, 404, 429) },
});

const confirmRoute = createRoute({
  method: 'post',
  path: `${path}/confirm`,
  tags,
  summary:
    'Confirms an email change with the token from one of its emails. No sign-in is needed. The last confirmation makes the change.',
  request: { body: body(changeLinkInput) },
  responses: {
    200: json(changeLinkResultSchema, 'The email is changed, or the other address must still confirm.'),
    ...refusals(400, 404, 409, 410, 422),
  },
});

const disownRoute = createRoute({
  method: 'post',
  path: `${path}/cancel`,
  tags,
  summary:
    'Cancels an email change that you didn’t request, with the token from the email to the current address. Ends all sessions.',
  request: { body: body(changeLinkInput) },
  responses: { ...success, ...refusals(400, 404, 410, 422) },
});

export function addChangeEmailApi(api: Api, platform: Platform): void {
  api.openapi(readRoute, async (c) => {
    const pending = await findEmailChange(platform.db, requireActor(c).id, platform.clock.now());
    return c.json({ pending: pending && presentEmailChange(pending) }, 200);
  });

  api.openapi(requestRoute, async (c) => {
    const change = await requestEmailChange(platform, requireActor(c), c.req.valid('json'), clientOf(c, platform));
    return c.json({ pending: presentEmailChange(change) }, 200);
  });

  api.openapi(cancelRoute, async (c) => {
    await cancelEmailChange(platform, requireActor(c));
    return c.json(done, 200);
  });

  api.openapi(resendRoute, async (c) => {
    await resendEmailChange(platform, requireActor(c));
    return c.json(done, 200);
  });

  api.openapi(confirmRoute, async (c) => {
    const changed = await confirmEmailChange(platform, c.get('actor'), c.req.valid('json').token);
    return c.json(
      changeLinkResultSchema.parse({ ...changed, bearer: renewedToken(changed.session) }),
      200,
      withCookies(changed.session),
    );
  });

  api.openapi(disownRoute, async (c) => {
    await disownEmailChange(platform, c.req.valid('json').token);
    return c.json(done, 200);
  });
}

export function presentEmailChange(change: EmailChange): EmailChangeView {
  return emailChangeSchema.parse({
    oldEmail: change.oldEmail,
    newEmail: change.newEmail,
    oldAsked: change.asksOld,
    oldConfirmed: change.oldConfirmedAt !== null,
    newConfirmed: change.newConfirmedAt !== null,
    mailsSentAt: change.mailsSentAt.toISOString(),
    expiresAt: change.expiresAt.toISOString(),
  });
}
