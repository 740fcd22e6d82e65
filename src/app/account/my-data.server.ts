import { createRoute, z } from '@hono/zod-openapi';
import { deletionMessages } from '#features/auth/index.server.ts';
import type { Feature } from '#platform/feature.ts';
import { type Api, refusals, requireActor } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import type { Platform } from '#platform/platform.ts';
import { appLimits } from '../app.limits.ts';
import type { Composition } from '../server/compose.server.ts';
import { deleteAccount } from './delete-account.server.ts';

const deleteInput = z.strictObject({
  password: z.string('Enter the password as text.').max(1_024, 'Enter your current password.').optional(),
  /** The id of the member that the caller means: the page may be from an earlier session of another member. */
  account: z
    .string('Enter the id of a member as the account.')
    .max(64, 'Enter the id of a member as the account.')
    .optional(),
});

const exportRoute = (parts: readonly Feature[]) =>
  createRoute({
    method: 'get',
    path: '/api/export',
    tags: ['profile'],
    summary:
      'Exports your data as one document with a part for each feature, for example listings and orders. Other members appear only by username.',
    responses: { 200: json(exportSchema(parts), 'The document.'), ...refusals(401, 429) },
  });

function exportSchema(features: readonly Feature[]) {
  const parts = features.flatMap(({ dataExport }) =>
    dataExport ? [[dataExport.part, z.record(z.string(), z.unknown())] as const] : [],
  );
  return z
    .object({ market: z.string(), exportedAt: z.iso.datetime(), ...Object.fromEntries(parts) })
    .meta({ id: 'Export' });
}

const deleteRoute = createRoute({
  method: 'post',
  path: '/api/users/delete-account',
  tags: ['profile'],
  summary:
    'Deletes your account. Needs the password or a sign-in of the last 10 minutes. Refused while an order is paid and not completed.',
  request: { body: body(deleteInput, false) },
  responses: {
    200: json(
      z.object({ success: z.literal(true), message: z.string() }),
      'The account is deleted, and all its sessions have ended.',
    ),
    ...refusals(400, 401, 403, 409, 413, 422, 429, 503),
  },
});

/** A member's actions on all of their data, across features. */
export function mountMyData(app: Api, platform: Platform, { parts }: Composition): void {
  app.openapi(exportRoute(parts), async (c) => {
    const actor = requireActor(c);
    await platform.limits.count(appLimits.exports, actor.id);
    const document = await exportAll(platform, parts, actor.id);
    const name = `my-data-${document.exportedAt.slice(0, 10)}.json`;
    return c.json(document, 200, { 'content-disposition': `attachment; filename="${name}"` });
  });

  app.openapi(deleteRoute, async (c) => {
    await deleteAccount(platform, requireActor(c), c.req.valid('json') ?? {});
    for (const cookie of platform.identity.clearedCookies()) c.header('set-cookie', cookie, { append: true });
    return c.json({ success: true as const, message: deletionMessages.done }, 200);
  });
}

/** Each feature returns its own share; dates become ISO strings. */
async function exportAll(
  { db, site, clock, notificationKinds }: Platform,
  parts: readonly Feature[],
  memberId: string,
) {
  const document: Record<string, Record<string, unknown>> = {};
  await Promise.all(
    parts.map(async ({ dataExport }) => {
      if (!dataExport) return;
      const share = await dataExport.read(db, memberId, notificationKinds);
      document[dataExport.part] = { ...document[dataExport.part], ...share };
    }),
  );
  return { market: site.brand.name, exportedAt: clock.now().toISOString(), ...document };
}
