import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { market } from '#app/server/features.server.ts';

const source = join(import.meta.dirname, '../../src');
const jobs = market.parts.flatMap(({ name, jobs = [] }) => jobs.map(({ job }) => ({ feature: name, job })));
const events = market.parts.flatMap(({ name, events = [] }) => events.map((event) => ({ feature: name, event })));

describe('jobs and events', () => {
  test('each definition belongs to a feature and has a unique name', () => {
    const known = [...jobs.flatMap(({ job }) => [job.name, ...job.formerly]), ...events.map(({ event }) => event.kind)];
    expect(new Set(known).size).toBe(known.length);
    const defined = [...definedIn(source, /\bdefine(?:Job|Event)\(\s*['`]([^'`$]+)['`]/g)];
    expect(defined.length).toBeGreaterThan(40);
    expect(defined.filter((name) => !known.includes(name))).toEqual([]);
  });

  test('each job has the name of its feature as prefix, and each job of an event or a schedule has a handler', () => {
    expect(
      jobs
        .filter(({ feature, job }) => feature !== 'stripe' && !job.name.startsWith(`${feature}.`))
        .map(({ job }) => job.name),
    ).toEqual([]);
    const woken = [...market.reactions.values()].flat().map(({ job }) => job.name);
    const started = market.schedules.map(({ task }) => task);
    expect([...woken, ...started].filter((name) => !(name in market.jobs))).toEqual([]);
    const received = [...market.reactions.keys()].filter((kind) => !events.some(({ event }) => event.kind === kind));
    expect(received).toEqual([]);
  });

  test('docs/reference/jobs.md lists them all (`vitest run tests/contracts/definitions.unit.test.ts -u` writes it)', async () => {
    await expect(describeAll()).toMatchFileSnapshot('../../docs/reference/jobs.md');
  });
});

function* definedIn(folder: string, pattern: RegExp): Generator<string> {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$|testing|sample/.test(path)) continue;
    for (const match of readFileSync(join(folder, path), 'utf8').matchAll(pattern)) yield match[1] ?? '';
  }
}

function describeAll(): string {
  const wakes = [...market.reactions.values()].flat();
  const crons = new Map(market.schedules.map(({ task, cron }) => [task, cron]));
  const jobRows = jobs.map(({ feature, job }) => {
    const why = [
      ...wakes.filter((one) => one.job.name === job.name).map(({ event }) => `\`${event.kind}\``),
      crons.has(job.name) ? `clock \`${crons.get(job.name)}\`` : '',
    ];
    return [
      `\`${job.name}\``,
      feature,
      shapeOf(job.payload),
      why.filter(Boolean).join(', '),
      job.formerly.map((name) => `\`${name}\``).join(', '),
    ];
  });
  const eventRows = events.map(({ feature, event }) => {
    const woken = wakes.filter((one) => one.event.kind === event.kind).map(({ job }) => `\`${job.name}\``);
    return [`\`${event.kind}\``, feature, shapeOf(event.data), woken.join(', ')];
  });
  return `${head}
## Events

${table(['event', 'feature', 'data', 'wakes'], eventRows)}

## Jobs

${table(['job', 'feature', 'payload', 'woken by', 'formerly'], jobRows)}
`;
}

const head = `# Jobs and events

Written by \`tests/contracts/definitions.unit.test.ts\` from the features' definitions; it fails while this page says anything else. A job without an event or a clock is
enqueued by a use case of its feature. Beside its data each event has a subject, a version and topics.

## How one changes

A process of the last release may run beside one of this release, and what it enqueued may be run by this one, or the other way round. So:

- **A new field** is optional or has a default (\`.default(…)\`): a payload stored without it is still understood. A process that does not know it drops it.
- **A field that goes** is first read by nobody, for a release, and then no longer written.
- **Another name** of a job keeps the old one in \`formerly\`, for a release: what was enqueued under it is run. A worker of the last release does not know
  the new name and leaves it for one of this release.
- **Another meaning** is another job.

What does not fit is refused where it is enqueued (the write fails, with the field's name), and where it is run (the job fails, and is tried again until it is
left for the operator).
`;

function table(names: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(names),
    line(names.map(() => '---')),
    ...rows.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)).map(line),
  ].join('\n');
}

interface Shape {
  type?: string | string[];
  enum?: string[];
  const?: unknown;
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
}

function shapeOf(schema: z.ZodObject): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' }) as Shape;
  return Object.entries(properties)
    .map(([name, part]) => `${name}${required.includes(name) ? '' : '?'}: ${wordOf(part)}`)
    .join(', ');
}

function wordOf({ type, enum: values, const: one, anyOf, items, properties }: Shape): string {
  if (one !== undefined) return String(one);
  if (values) return values.length > 4 ? `one of ${values.length}` : values.join(' or ');
  if (anyOf) return anyOf.map(wordOf).join(' or ');
  if (items) return `list of ${wordOf(items)}`;
  if (properties)
    return `{ ${Object.entries(properties)
      .map(([name, part]) => `${name}: ${wordOf(part)}`)
      .join(', ')} }`;
  return [type ?? 'anything'].flat().join(' or ');
}
