import { createRoute, z } from '@hono/zod-openapi';
import { invalid, Refusal } from '#kernel/refusal.ts';
import { isPlainLine } from '#kernel/text/plain-text.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, success } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { messages } from '../model/messages.ts';
import { requestResetInput, resetPasswordInput, sendVerificationInput } from '../model/security.contract.ts';
import { requestPasswordReset, resetPassword } from '../passwords/reset-password.server.ts';
import { ownPath } from '../redirect/redirect-record.ts';
import { clientOf } from '../sign-in/auth.api.server.ts';
import { requestVerificationMail, verifyEmail } from './verify-email.server.ts';

const sendRoute = createRoute({
  method: 'post',
  path: '/api/auth/send-verification-email',
  tags: ['sign-in'],
  summary: 'Sends a verification email to your address, at most every 5 minutes.',
  request: { body: body(sendVerificationInput, false) },
  responses: { ...success, ...refusals(400, 401, 403, 409, 422, 429) },
});

const verifyRoute = createRoute({
  method: 'post',
  path: '/api/auth/verify-email',
  tags: ['sign-in'],
  summary: 'Confirms your email with the token from a verification email.',
  request: { body: body(z.strictObject({ token: z.string().max(128) })) },
  responses: { ...success, ...refusals(400, 401, 403, 404, 409, 410, 422) },
});

const requestResetRoute = createRoute({
  method: 'post',
  path: '/api/auth/request-password-reset',
  tags: ['sign-in'],
  summary: 'Emails a reset link if a member has this address. The response is the same either way.',
  request: { body: body(requestResetInput) },
  responses: { ...success, ...refusals(400, 422, 429) },
});

const resetRoute = createRoute({
  method: 'post',
  path: '/api/auth/reset-password',
  tags: ['sign-in'],
  summary: 'Sets a new password with the token from a reset email. Ends all sessions.',
  request: { body: body(resetPasswordInput) },
  responses: { ...success, ...refusals(400, 410, 422) },
});

export function addMailedApi(api: Api, platform: Platform): void {
  api.openapi(sendRoute, async (c) => {
    const actor = requireActor(c);
    // The body may be absent, which the validator turns into an empty object.
    const { callbackURL } = c.req.valid('json') ?? {};
    await requestVerificationMail(platform, actor, continuePath(callbackURL, platform.config.appUrl));
    return c.json(done, 200);
  });

  api.openapi(verifyRoute, async (c) => {
    const result = await verifyEmail(platform, requireActor(c), c.req.valid('json').token);
    if (result === 'unknown') throw new Refusal(404, 'link_unknown', 'This link isn’t for your account.');
    if (result === 'used') throw new Refusal(409, 'link_used', 'This link was already used.');
    if (result === 'expired') throw new Refusal(410, 'link_expired', 'This link has expired. Request a new one.');
    return c.json(done, 200);
  });

  api.openapi(requestResetRoute, async (c) => {
    await requestPasswordReset(platform, c.req.valid('json').email, clientOf(c, platform));
    return c.json(done, 200);
  });

  api.openapi(resetRoute, async (c) => {
    await resetPassword(platform, c.req.valid('json'));
    return c.json(done, 200);
  });
}

/** ER-03: `continueUrl` must be a valid address of this site. The default is `/auth/verify-email`. */
function continuePath(url: string | undefined, appUrl: string): string | null {
  if (url === undefined) return null;
  if (url.trim() === '') throw invalid({ callbackURL: messages.continueUrlMissing });
  // An address parser would silently drop or escape them.
  const isText = isPlainLine(url);
  if (!isText || !URL.canParse(url, appUrl)) throw invalid({ callbackURL: messages.continueUrlBad });
  const { origin, pathname, search, hash } = new URL(url, appUrl);
  const path = origin === new URL(appUrl).origin ? ownPath(pathname + search + hash, appUrl) : null;
  if (path === null) throw invalid({ callbackURL: messages.continueUrlForeign });
  return path;
}
