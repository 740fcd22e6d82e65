import { deserialize, serialize } from 'node:v8';
import type { EntryContext } from 'react-router';
import type { AnewPlan } from './anew.ts';
import type { Statement } from './record.ts';

/** One page as the app made it: what it asked the database for it, and what it gave to React. */
export interface LookedAt {
  statements: Statement[];
  context: EntryContext;
  url: string;
  /** What its loaders brought, in bytes: React meets it as it met it in the app, as new objects each time. */
  facts: Buffer;
}

interface Seen {
  statements: Statement[];
  context: { context: EntryContext; url: string } | null;
}

/** Asks for each of the plan's pages once, for a visitor and, other listings, for a member; by the bare server's path. */
export async function learnPages({ pages, members }: AnewPlan, ask: (path: string, headers?: Record<string, string>) => Promise<Seen>) {
  const learnt = new Map<string, LookedAt>();
  for (const [who, ids] of Object.entries(pages))
    for (const [n, id] of ids.entries()) {
      const { statements, context } = await ask(`/listings/${id}`, who === 'members' ? { cookie: members[n % members.length] as string } : {});
      if (!context) throw new Error(`the page of ${id} was drawn for nobody`);
      learnt.set(`/look/${who}/${id}`, { statements, ...partsOf(context) });
    }
  return learnt;
}

function partsOf({ context, url }: NonNullable<Seen['context']>): Omit<LookedAt, 'statements'> {
  const { loaderData, ...handled } = context.staticHandlerContext;
  return { context: { ...drawnAgain(context), staticHandlerContext: { ...handled, loaderData: {} } }, url, facts: serialize(loaderData) };
}

/** What React is given for it: facts that it has not seen before. */
export function drawnFrom({ context, facts }: LookedAt): EntryContext {
  return { ...context, staticHandlerContext: { ...context.staticHandlerContext, loaderData: deserialize(facts) } };
}

/** Without the stream that carries the loaders' data, whose writing is the framework's work and not React's. */
export function drawnAgain(context: EntryContext): EntryContext {
  const { serverHandoffStream: _, ...kept } = context;
  return kept;
}
