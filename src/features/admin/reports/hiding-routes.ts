import { createRoute, z } from '@hono/zod-openapi';
import { refusals } from '#platform/http/requests/api.ts';
import { body, json } from '#platform/http/responses/answers.ts';
import { reasonInput } from '../contract.ts';

const tags = ['admin'];
const params = z.object({ id: z.string().max(64) });

interface Hiding<T extends z.ZodType> {
  /** The path segment, as in `reviews`. */
  at: string;
  facts: T;
  /** `The review.`: what each call answers. */
  answers: string;
  /** What each call does, in a sentence. */
  read: string;
  hide: string;
  show: string;
}

/**
 * Calls of admins for a member's content: read it, hide it with a reason, show it again. Each responds with its new
 * state.
 */
export function hidingRoutes<T extends z.ZodType>({ at, facts, answers, read, hide, show }: Hiding<T>) {
  const [one, path] = [{ 200: json(facts, answers) }, `/api/admin/${at}/{id}`];
  return {
    read: createRoute({
      method: 'get',
      path,
      tags,
      summary: read,
      request: { params },
      responses: { ...one, ...refusals(401, 403, 404) },
    }),
    hide: createRoute({
      method: 'post',
      path: `${path}/hide`,
      tags,
      summary: hide,
      request: { params, body: body(reasonInput) },
      responses: { ...one, ...refusals(400, 401, 403, 404, 409, 422) },
    }),
    show: createRoute({
      method: 'delete',
      path: `${path}/hide`,
      tags,
      summary: show,
      request: { params },
      responses: { ...one, ...refusals(401, 403, 404, 409) },
    }),
  };
}
