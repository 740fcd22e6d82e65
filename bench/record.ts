import { get, type OutgoingHttpHeaders } from 'node:http';
import pg from 'pg';
import type { EntryContext, ServerBuild } from 'react-router';
import { productionBuild } from '#app/pages.server.ts';
import { startMarket } from '#app/start.server.ts';
import { readConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/log/log.ts';
import { type LookedAt, learnPages } from './looked-at.ts';
import type { Plan } from './plan.ts';
import { onFreePort } from './ports.ts';

/** How many listing pages the comparison of kept pages asks for, over and over: what a market's visitors look at most. */
export const keptPages = 20;

export type Statement = pg.QueryConfig<unknown[]>;

export interface Recorded {
  /** The statements behind an address, in the app's own words and with the same parameters. */
  statements: Map<string, Statement[]>;
  /** The statements of one listing, and that listing's id among their parameters. */
  listing: { id: string; statements: Statement[] };
  /** What React is given to render, by name. */
  pages: Map<string, { context: EntryContext; url: string }>;
  /** Pages of which each is another one, by path. */
  lookedAt: Map<string, LookedAt>;
  /** Whole answers to a visitor, by path. */
  answers: Map<string, RawAnswer>;
}

export interface RawAnswer {
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/**
 * Asks a market in this process once for everything of the plan and keeps what it did: which statements it sent to PostgreSQL, what it gave to
 * React, and which bytes came out. So the bare servers do the app's own work, not somebody's guess at it.
 */
export async function record(plan: Plan, databaseUrl: string): Promise<Recorded> {
  const seen = { statements: [] as Statement[], context: null as { context: EntryContext; url: string } | null };
  const unpatch = watchQueries((statement) => seen.statements.push(statement));
  const build = watchRender(await (await productionBuild())(), (rendered) => {
    seen.context = rendered;
  });
  const { market, base } = await onFreePort(async (port) => {
    const config = readConfig({ ...process.env, MODE: 'sandbox', DEMO: '0', PORT: String(port), APP_URL: '', DATABASE_URL: databaseUrl });
    const parts = { config, databaseUrl, log: createLog('warn'), roles: new Set(['web'] as const), pages: async () => build as never };
    return { market: await startMarket(parts), base: `http://127.0.0.1:${port}` };
  });
  await market.prepared();
  const recorded: Recorded = {
    statements: new Map(),
    listing: { id: '', statements: [] },
    pages: new Map(),
    lookedAt: new Map(),
    answers: new Map(),
  };
  try {
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      seen.statements = [];
      seen.context = null;
      const answer = await fetch(base + path, { headers: { 'accept-encoding': 'gzip', ...headers } });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 400)}`);
      return answer;
    };
    const learn = async (path: string) => {
      await (await ask(path)).text();
      return seen.statements.filter(isRead);
    };
    // The first of its kind also loads what the process then remembers for all: that is no part of anybody's question.
    for (const path of ['/api/listings?q=first&limit=1', '/api/listings?sort=price_desc&limit=1']) await learn(path);
    for (const path of [...plan.search, ...plan.filtered, ...plan.browse]) recorded.statements.set(path, await learn(path));
    const id = plan.listingIds[0] ?? '';
    recorded.listing = { id, statements: await learn(`/api/listings/${id}`) };
    for (const [name, path] of Object.entries({ home: '/', listing: `/listings/${id}` })) {
      await (await ask(path, { cookie: plan.memberCookie })).text();
      if (seen.context) recorded.pages.set(name, seen.context);
    }
    recorded.lookedAt = await learnPages(plan.anew, async (path, headers) => {
      await (await ask(path, headers)).text();
      // Who asks is read for a member's page as well.
      return { statements: seen.statements.filter((statement) => isRead(statement) || isWhoAsks(statement)), context: seen.context };
    });
    for (const path of ['/', ...plan.listingIds.slice(0, keptPages).map((kept) => `/listings/${kept}`)]) {
      // A page is kept for the second who asks: its bytes are those that very many get.
      await rawAnswer(base + path);
      recorded.answers.set(path, await rawAnswer(base + path));
    }
  } finally {
    unpatch();
    await market.close();
  }
  return recorded;
}

/** By Node's own client, which leaves the packed bytes as they are. */
function rawAnswer(url: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, date: ____, ...headers } = response.headers;
        resolve({ headers: { ...headers, 'content-length': body.byteLength }, body });
      });
    }).on('error', reject);
  });
}

/** Reads of the product: the outbox's own sweep runs beside every request and belongs to none. */
function isRead({ text }: Statement): boolean {
  return /^\s*(select|with)\b/i.test(text) && !/outbox|graphile_worker|auth_session|sandbox_/.test(text);
}

const isWhoAsks = ({ text }: Statement) => /^\s*select\b/i.test(text) && /auth_session/.test(text);

function watchQueries(heard: (statement: Statement) => void): () => void {
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]): never {
    const [first, second] = args;
    const values = Array.isArray(second) ? second : undefined;
    if (typeof first === 'string') heard({ text: first, values: values ?? [] });
    else if (typeof first === 'object' && first !== null && 'text' in first)
      heard({ ...(first as Statement), values: values ?? (first as Statement).values ?? [] });
    return Reflect.apply(original, this, args) as never;
  } as never;
  return () => {
    pg.Client.prototype.query = original;
  };
}

type HandleDocument = (request: Request, status: number, headers: Headers, context: EntryContext, loadContext: unknown) => Promise<Response>;

function watchRender(build: ServerBuild, heard: (rendered: { context: EntryContext; url: string }) => void): ServerBuild {
  const handle = build.entry.module.default as unknown as HandleDocument;
  const watched: HandleDocument = (request, status, headers, context, loadContext) => {
    heard({ context: { ...context }, url: request.url });
    return handle(request, status, headers, context, loadContext);
  };
  return { ...build, entry: { ...build.entry, module: { ...build.entry.module, default: watched as never } } };
}
