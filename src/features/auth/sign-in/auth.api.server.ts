import { createRoute, z } from '@hono/zod-openapi';
import { Refusal } from '#kernel/refusal.ts';
import { clientAddress } from '#platform/http/guards.ts';
import { type Api, type ApiContext, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, doneSchema, json } from '#platform/http/responses/answers.ts';
import type { ClientInfo } from '#platform/identity/identity.ts';
import { findSession } from '#platform/identity/sessions/sessions.server.ts';
import type { Platform } from '#platform/platform.ts';
import { ownProfileSchema, sessionSchema, signInInput, signUpInput } from '../contract.ts';
import { messages } from '../model/messages.ts';
import { bearerTokenSchema } from '../model/security.contract.ts';
import { getOwnProfile } from '../own-profile/own-profile.server.ts';
import { openAccount } from '../sign-up/open-account.server.ts';
import { findSessionView } from './sessions/session-view.server.ts';
import { signOut } from './sessions/sign-out.server.ts';
import { signIn } from './sign-in.server.ts';

export const signedInSchema = z.object({ user: ownProfileSchema, redirect: z.literal(false) }).meta({ id: 'SignedIn' });
const secondFactorSchema = z
  .object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.literal('totp')) })
  .meta({ id: 'SecondFactorNeeded' });

const signUpRoute = createRoute({
  method: 'post',
  path: '/api/auth/sign-up/email',
  tags: ['sign-in'],
  summary: 'Creates an account with email and password, and signs in.',
  request: { body: body(signUpInput) },
  responses: {
    200: json(signedInSchema, 'The account exists and the session cookie is set.'),
    ...refusals(400, 409, 413, 422, 429, 503),
  },
});

const signInRoute = createRoute({
  method: 'post',
  path: '/api/auth/sign-in/email',
  tags: ['sign-in'],
  summary: 'Signs in with email and password.',
  request: { body: body(signInInput) },
  responses: {
    200: json(z.union([signedInSchema, secondFactorSchema]), 'Signed in, or the second step is needed.'),
    ...refusals(400, 401, 403, 413, 422, 429),
  },
});

const signOutRoute = createRoute({
  method: 'post',
  path: '/api/auth/sign-out',
  tags: ['sign-in'],
  summary: 'Ends this session and its bearer tokens.',
  responses: { 200: json(doneSchema, 'Signed out.'), ...refusals(403) },
});

const getSessionRoute = createRoute({
  method: 'get',
  path: '/api/auth/get-session',
  tags: ['sign-in'],
  summary: 'Returns the current session, or null for a visitor.',
  responses: { 200: json(sessionSchema.nullable(), 'The session, or null.') },
});

const tokenRoute = createRoute({
  method: 'post',
  path: '/api/auth/token',
  tags: ['sign-in'],
  summary: 'Creates a bearer token for this session, valid for 1 hour or until the session ends.',
  responses: {
    200: json(bearerTokenSchema, 'The token.'),
    ...refusals(401, 403),
  },
});

export function addAuthApi(api: Api, platform: Platform): void {
  api.openapi(signUpRoute, async (c) => {
    const { userId, session } = await openAccount(platform, c.req.valid('json'), clientOf(c, platform), c.get('actor'));
    return c.json(
      { user: ownProfileSchema.parse(await getOwnProfile(platform.db, userId)), redirect: false as const },
      200,
      cookies(session.cookies),
    );
  });

  api.openapi(signInRoute, async (c) => {
    const answer = await signIn(platform, c.req.valid('json'), clientOf(c, platform), c.get('actor'));
    if (answer.kind === 'second-factor')
      return c.json(
        { twoFactorRedirect: true as const, twoFactorMethods: ['totp' as const] },
        200,
        cookies(answer.cookies),
      );
    const user = ownProfileSchema.parse(await getOwnProfile(platform.db, answer.userId));
    return c.json({ user, redirect: false as const }, 200, cookies(answer.session.cookies));
  });

  api.openapi(signOutRoute, async (c) => c.json(done, 200, cookies(await signOut(platform, c.get('actor')))));

  api.openapi(getSessionRoute, async (c) => {
    const view = await findSessionView(platform, c.get('actor'));
    return c.json(view && sessionSchema.parse(view), 200);
  });

  api.openapi(tokenRoute, async (c) => {
    const actor = requireActor(c);
    // A token may request the next one, and is verified without the session's row: without this check it would outlive
    // the session's thirty days.
    const session = actor.sessionId === null ? null : await findSession(platform.db, actor.sessionId);
    if (!session || session.expiresAt <= platform.clock.now())
      throw new Refusal(401, 'not_signed_in', messages.noToken);
    const { token, expiresAt } = platform.identity.issueToken({ ...actor, sessionId: session.id }, session.expiresAt);
    return c.json({ token, expiresAt: expiresAt.toISOString() }, 200);
  });
}

export function clientOf(c: ApiContext, platform: Platform): ClientInfo {
  return {
    address: clientAddress(c, platform),
    userAgent: c.req.header('user-agent') ?? '',
    cookies: c.req.header('cookie'),
  };
}

function cookies(values: string[]): Record<string, string | string[]> {
  return { 'set-cookie': values };
}
