import { AsyncLocalStorage } from 'node:async_hooks';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import pg from 'pg';
import { vi } from 'vitest';

type QueryArgument = string | { text: string; name?: string; values?: unknown[] };

export interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

const statementOf = (statements: QueryArgument, values: unknown): Statement => ({
  name: nameOf(statements),
  text: typeof statements === 'string' ? statements : statements.text,
  values: (typeof statements === 'string' ? undefined : statements.values) ?? (Array.isArray(values) ? values : []),
});
const nameOf = (statements: QueryArgument) =>
  (typeof statements === 'string' ? statements : (statements.name ?? statements.text))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 70);

/**
 * The relay and the wire speak on connections of their own: what they say follows from a commit, however many requests
 * it gathers.
 */
const beginnings = new Set(['outbox-state', 'say']);

/**
 * Counts by request: whatever a request's handling leads to belongs to it, and the process's own looks (timers,
 * workers, the relay) do not. The count ends with the answer: no request waits for work that starts after it.
 */
export function watchStatements() {
  const store = new AsyncLocalStorage<{ statements: Statement[]; isOver: boolean }>();
  const answered = new Map<string, Statement[]>();
  const emit = Server.prototype.emit;
  const emitted = vi.spyOn(Server.prototype, 'emit').mockImplementation(function (
    this: Server,
    event: string | symbol,
    ...rest: unknown[]
  ) {
    if (event !== 'request') return Reflect.apply(emit, this, [event, ...rest]);
    const watched = { statements: [] as Statement[], isOver: false };
    const [request, response] = rest as [IncomingMessage, ServerResponse];
    answered.set(`${request.method} ${request.url}`, watched.statements);
    response.once('finish', () => {
      watched.isOver = true;
    });
    return store.run(watched, () => Reflect.apply(emit, this, [event, ...rest]));
  });
  const others = new WeakSet<pg.Client>();
  const query = pg.Client.prototype.query;
  const statements = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...values: unknown[]
  ) {
    const watched = store.getStore();
    const statement = statementOf(values[0] as QueryArgument, values[1]);
    if (beginnings.has(statement.name)) others.add(this);
    if (watched && !watched.isOver && !others.has(this)) watched.statements.push(statement);
    return Reflect.apply(query, this, values);
  } as never);
  return {
    /** The statements of the last request of this name, in order: `POST /api/orders`. */
    of: (name: string) => answered.get(name) ?? [],
    end: () => {
      emitted.mockRestore();
      statements.mockRestore();
    },
  };
}
