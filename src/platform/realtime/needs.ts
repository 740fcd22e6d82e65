import { createContext } from 'react';
import type { Params } from './protocol.ts';

/** What a page listens to, as its render on the server found: a page whose script is held back listens to the same. */
export interface LiveNeeds {
  /** Null where the page keeps no connection. */
  line: { since: number; url?: string | undefined } | null;
  queries: [query: string, params: Params][];
}

/** Only a render on the server that wants to know brings one. */
export const LiveNeedsContext = createContext<LiveNeeds | null>(null);
