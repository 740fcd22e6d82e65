import { createRoute, z } from '@hono/zod-openapi';
import { wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { withCookies } from '#platform/http/page-form.server.ts';
import { type Api, type ApiContext, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, done, doneSchema, json } from '#platform/http/responses/answers.ts';
import { listPasskeys } from '#platform/identity/passkeys/passkeys.server.ts';
import type { Platform } from '#platform/platform.ts';
import { ownProfileSchema } from '../contract.ts';
import { renewedSchema } from '../model/security.contract.ts';
import { getOwnProfile } from '../own-profile/own-profile.server.ts';
import { clientOf } from '../sign-in/auth.api.server.ts';
import { renewedToken } from '../sign-in/sessions/renew-own-session.server.ts';
import { addPasskey, beginAddingPasskey } from './add-passkey.server.ts';
import { nameOwnPasskey, removePasskey } from './change-passkeys.server.ts';
import { knownCookie } from './known-passkey.server.ts';
import { requirePasskeyPlace } from './passkey-place.server.ts';
import {
  addPasskeyInput,
  askPasskeyQuery,
  deletePasskeyInput,
  passkeySchema,
  provePasskeyInput,
  renamePasskeyInput,
} from './passkeys.contract.ts';
import { presentPasskey } from './passkeys.present.server.ts';
import { askForPasskey, signInWithPasskey, stepUpWithPasskey } from './prove-passkey.server.ts';

/**
 * As WebAuthn defines them; a browser passes them to `navigator.credentials` through `parseCreationOptionsFromJSON` and
 * `parseRequestOptionsFromJSON`.
 */
const optionsSchema = z.looseObject({ challenge: z.string() }).meta({ id: 'PasskeyOptions' });

const registerOptionsRoute = createRoute({
  method: 'get',
  path: '/api/auth/passkey/generate-register-options',
  tags: ['passkeys'],
  summary:
    'Returns the options to create a passkey, valid once within 5 minutes in this session. Requires a recent sign-in or a verified identity.',
  responses: { 200: json(optionsSchema, 'The options.'), ...refusals(401, 403, 409) },
});

const registerRoute = createRoute({
  method: 'post',
  path: '/api/auth/passkey/verify-registration',
  tags: ['passkeys'],
  summary: 'Adds the passkey that the browser created. Ends all your other sessions.',
  request: { body: body(addPasskeyInput) },
  responses: { 200: json(passkeySchema, 'The passkey.'), ...refusals(400, 401, 403, 409, 422, 429) },
});

const ask = (method: 'get' | 'post') =>
  createRoute({
    method,
    path: '/api/auth/passkey/generate-authenticate-options',
    tags: ['passkeys'],
    summary:
      'Returns the options to use a passkey, valid once within 5 minutes in this browser. With `purpose=step-up`, the passkey verifies your identity in this session instead of signing you in.',
    request: { query: askPasskeyQuery },
    responses: { 200: json(optionsSchema, 'The options.'), ...refusals(401, 403, 409, 422) },
  });

const proveRoute = createRoute({
  method: 'post',
  path: '/api/auth/passkey/verify-authentication',
  tags: ['passkeys'],
  summary: 'Signs in with a passkey, or verifies your identity with one of your passkeys. No second step follows.',
  request: { body: body(provePasskeyInput) },
  responses: {
    200: json(
      z.union([z.object({ user: ownProfileSchema, redirect: z.literal(false) }), renewedSchema]),
      'Signed in, with the session cookie. Or verified for 10 minutes, with a new cookie or bearer token for the session.',
    ),
    ...refusals(400, 401, 403, 409, 422, 429),
  },
});

const listRoute = createRoute({
  method: 'get',
  path: '/api/auth/passkey/list-user-passkeys',
  tags: ['passkeys'],
  summary: 'Lists your passkeys, oldest first.',
  responses: {
    200: json(wholeListSchema(passkeySchema), 'Your passkeys.'),
    ...refusals(401),
  },
});

const deleteRoute = createRoute({
  method: 'post',
  path: '/api/auth/passkey/delete-passkey',
  tags: ['passkeys'],
  summary: 'Removes one of your passkeys and ends all your other sessions. Your only sign-in method can’t be removed.',
  request: { body: body(deletePasskeyInput) },
  responses: { 200: json(doneSchema, 'Removed.'), ...refusals(400, 401, 403, 404, 409, 422) },
});

const updateRoute = createRoute({
  method: 'post',
  path: '/api/auth/passkey/update-passkey',
  tags: ['passkeys'],
  summary: 'Renames one of your passkeys.',
  request: { body: body(renamePasskeyInput) },
  responses: { 200: json(z.object({ passkey: passkeySchema }), 'The passkey.'), ...refusals(400, 401, 403, 404, 422) },
});

export function addPasskeysApi(api: Api, platform: Platform): void {
  const { db, identity } = platform;
  const placeOf = (c: ApiContext) => requirePasskeyPlace(platform, c.req.header('host'));

  api.openapi(registerOptionsRoute, async (c) => {
    const actor = requireActor(c);
    return c.json(optionsSchema.parse(await beginAddingPasskey(platform, actor, placeOf(c))), 200);
  });

  api.openapi(registerRoute, async (c) => {
    const row = await addPasskey(platform, requireActor(c), placeOf(c), c.req.valid('json'), clientOf(c, platform));
    return c.json(passkeySchema.parse(presentPasskey(row)), 200, { 'set-cookie': knownCookie(platform.config) });
  });

  for (const method of ['get', 'post'] as const) {
    api.openapi(ask(method), async (c) => {
      const { purpose } = c.req.valid('query');
      const place = placeOf(c);
      if (purpose === 'step-up') {
        const actor = requireActor(c);
        return c.json(
          optionsSchema.parse(await askForPasskey(platform, purpose, place, actor, actor.sessionId ?? '')),
          200,
        );
      }
      const { holder, cookies } = identity.passkeys.holders.findOrCreate(c.req.header('cookie') ?? '');
      const options = await askForPasskey(platform, purpose, place, null, holder);
      return c.json(optionsSchema.parse(options), 200, { 'set-cookie': cookies });
    });
  }

  api.openapi(proveRoute, async (c) => {
    const { response, purpose } = c.req.valid('json');
    const visit = { place: placeOf(c), client: clientOf(c, platform) };
    if (purpose === 'step-up') {
      const session = await stepUpWithPasskey(platform, requireActor(c), response, visit);
      return c.json({ ...done, bearer: renewedToken(session) }, 200, withCookies(session));
    }
    const holder = identity.passkeys.holders.find(c.req.header('cookie') ?? '');
    const { userId, session } = await signInWithPasskey(platform, response, { ...visit, holder }, c.get('actor'));
    const user = ownProfileSchema.parse(await getOwnProfile(db, userId));
    return c.json({ user, redirect: false as const }, 200, {
      'set-cookie': [...session.cookies, knownCookie(platform.config)],
    });
  });

  api.openapi(listRoute, async (c) => {
    const rows = await listPasskeys(db, requireActor(c).id);
    return c.json({ items: rows.map((row) => passkeySchema.parse(presentPasskey(row))), nextCursor: null }, 200);
  });

  api.openapi(deleteRoute, async (c) => {
    const actor = requireActor(c);
    await removePasskey(platform, actor, c.req.valid('json').id);
    return c.json(done, 200);
  });

  api.openapi(updateRoute, async (c) => {
    const actor = requireActor(c);
    const { id, name } = c.req.valid('json');
    return c.json(
      { passkey: passkeySchema.parse(presentPasskey(await nameOwnPasskey(platform, actor, id, name))) },
      200,
    );
  });
}
