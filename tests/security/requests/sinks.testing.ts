import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { TestMarket, TestMember } from '#testing/server.ts';
import { accessOf, operations, requestOf } from '../operations/operations.testing.ts';
import type { World } from '../operations/world.testing.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
interface Described {
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  parameters?: { name: string; in: string }[];
}

/**
 * A call that takes a JSON body: its fields by their paths, those of objects inside as well, and a body that is meant.
 */
export interface JsonCall {
  name: string;
  fields: string[][];
  honest: unknown;
}

export interface Sinks {
  calls: JsonCall[];
  /** All operations with their parameters. */
  described: ReadonlyMap<string, Described>;
}

/** What ends the session or the account that the other requests need. */
const ending = /delete-account|sign-out|revoke|change-password|set-password|two-factor\/(enable|disable)/;
/** Takes any body and believes none of it: [AP-04] is tested where it lives. */
const disconnected = 'POST /api/stripe/update-listing-tiers';
const writing = Object.keys(operations).filter(
  (name) => !/^(GET|DELETE) /.test(name) && accessOf(name) !== 'signed' && !ending.test(name) && name !== disconnected,
);

/** Where text goes in, as the served document describes it. */
export async function sinksOf(market: TestMarket, world: World): Promise<Sinks> {
  const { body } = await market.request('GET', '/api/openapi.json');
  const schemas: Record<string, Schema> = body.components.schemas;
  const described = new Map<string, Described>(
    Object.entries<Record<string, Described>>(body.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
  const resolved = (schema: Schema | undefined): Schema =>
    schema?.$ref ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : (schema ?? {});
  const fieldsOf = (schema: Schema, prefix: string[] = []): string[][] =>
    Object.entries(resolved(schema).properties ?? {}).flatMap(([name, part]) => {
      const path = [...prefix, name];
      const inner = [part, ...(part.anyOf ?? [])].map(resolved).find((one) => one.properties);
      const item = [part, ...(part.anyOf ?? [])].map(resolved).find((one) => one.items)?.items;
      const first = [...path, '0'];
      return [
        path,
        ...(inner && prefix.length < 2 ? fieldsOf(inner, path) : []),
        // Of a list its first entry, and that one's fields.
        ...(item ? [first, ...(prefix.length < 2 ? fieldsOf(item, first) : [])] : []),
      ];
    });
  const calls = writing.flatMap((name) => {
    const schema = described.get(name)?.requestBody?.content?.['application/json']?.schema;
    return schema ? [{ name, fields: fieldsOf(schema), honest: requestOf(name, world, world.victim).body ?? {} }] : [];
  });
  return { calls, described };
}

/**
 * The sender of the text. Open calls have no session: one that signs a member in ends the session that it came with,
 * and the next calls would be refused.
 */
export function senderOf(name: string, world: World): TestMember | null {
  const access = accessOf(name);
  return access === 'open' || access === 'signed' ? null : access === 'operator' ? world.admin : world.victim;
}

export function withField(body: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  if (name === '0') return [rest.length === 0 ? value : withField(Array.isArray(body) ? body[0] : {}, rest, value)];
  const whole = { ...((typeof body === 'object' ? body : {}) as Record<string, unknown>) };
  whole[name] = rest.length === 0 ? value : withField(whole[name], rest, value);
  return whole;
}

const agent = new Agent({ keepAlive: true });

/** By Node's own client, which sends an address as it stands. Status 0: the connection broke. */
export function raw(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const outgoing = request({ hostname, port, method, path, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    outgoing.on('error', () => resolve({ status: 0, headers: {}, body: '' }));
    outgoing.end(body);
  });
}
