import type { DataStrategyResult } from 'react-router';

export type Reads = Record<string, DataStrategyResult>;

interface Asked {
  request: Request;
}
type Next = () => Promise<Reads>;

/**
 * What goes around each read of the router's. It comes with the first page that hears of its news: most that a visitor
 * sees need none.
 */
export const reads: { around: ((asked: Asked, next: Next) => Promise<Reads>) | null } = { around: null };

let submissions = 0;

/** Whether a form of this page is on its way, whatever React has rendered of it. */
export const isSubmitting = (): boolean => submissions > 0;

/** Client middleware of the root route: counts the forms that are on their way. */
export async function countSubmissions({ request }: Asked, next: Next): Promise<Reads> {
  if (request.method === 'GET') return next();
  submissions++;
  try {
    return await next();
  } finally {
    submissions--;
  }
}
