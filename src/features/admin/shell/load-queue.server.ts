import type { LoaderFunctionArgs } from 'react-router';
import type * as z from 'zod';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { queryFields } from './form-fields.ts';

type QueueQuery = z.ZodType<{ show: string; cursor?: string | undefined }>;

interface Queue<Query extends QueueQuery, Page> {
  query: Query;
  /** The default queue; the query's own default without. */
  first?: (platform: Platform, adminId: string) => Promise<string>;
  list: (platform: Platform, query: z.output<Query>, adminId: string) => Promise<Page>;
}

/** Data of a queue page of the admin: one page of the queue that its address names. */
export async function loadQueue<Query extends QueueQuery, Page>(
  args: LoaderFunctionArgs,
  { id: readerId }: Pick<Actor, 'id'>,
  { query, first, list }: Queue<Query, Page>,
) {
  const { platform } = pageScope(args.context);
  const given = queryFields(args.request, ['show', 'cursor']);
  try {
    const queue = first && Object.keys(given).length === 0 ? { show: await first(platform, readerId) } : {};
    const params = parseInput(query, { ...given, ...queue, limit: 50 });
    const page = await list(platform, params, readerId);
    const show: z.output<Query>['show'] = params.show;
    return { ...page, show, isFirst: params.cursor === undefined, readerId, now: platform.clock.now().toISOString() };
  } catch (error) {
    return pageRefusal(error);
  }
}
