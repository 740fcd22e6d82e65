import type { DataStrategyResult } from 'react-router';

export type Reads = Record<string, DataStrategyResult>;

interface ReadArgs {
  request: Request;
}
type Next = () => Promise<Reads>;

/**
 * The middleware around each read of the router, set with the first page that has live events: most pages of visitors
 * need none.
 */
export const reads: { around: ((args: ReadArgs, next: Next) => Promise<Reads>) | null } = { around: null };

let submissions = 0;

/** Whether a form submission of this page is pending, regardless of what React has rendered. */
export const isSubmitting = (): boolean => submissions > 0;

/** Client middleware of the root route: counts pending form submissions. */
export async function countSubmissions({ request }: ReadArgs, next: Next): Promise<Reads> {
  if (request.method === 'GET') return next();
  submissions++;
  try {
    return await next();
  } finally {
    submissions--;
  }
}
