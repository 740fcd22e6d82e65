import type { DataStrategyResult } from 'react-router';

export type Reads = Record<string, DataStrategyResult>;

/** What goes around each read of the router's. It comes with the first page that hears of its news: most that a visitor sees need none. */
export const reads: { around: ((asked: { request: Request }, next: () => Promise<Reads>) => Promise<Reads>) | null } = { around: null };
