import { feature as catalogue } from '#features/catalogue/feature.server.ts';
import { feature as entry } from '#features/entry/feature.server.ts';
import { feature as listings } from '#features/listings/feature.server.ts';
import { feature as members } from '#features/members/feature.server.ts';
import { feature as notifications } from '#features/notifications/feature.server.ts';
import { feature as operator } from '#features/operator/feature.server.ts';
import { feature as orders } from '#features/orders/feature.server.ts';
import { feature as tiers } from '#features/tiers/feature.server.ts';
import type { Channel, Feature } from '#platform/feature.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import type { Schedule } from '#platform/jobs/worker.ts';
import type { Reaction } from '#platform/outbox/reactions.ts';

/** The rooms of this market, left to right: a room may use the faces of those before it. */
export const features: readonly Feature[] = [members, tiers, entry, catalogue, notifications, listings, orders, operator];

export const jobs: Readonly<Record<string, JobHandler>> = joined(
  features.map((feature) => feature.jobs),
  'job',
);
export const channels: Readonly<Record<string, Channel>> = joined(
  features.map((feature) => feature.channels),
  'channel',
);
export const answersAgain: Readonly<NonNullable<Feature['answersAgain']>> = joined(
  features.map((feature) => feature.answersAgain),
  'operation',
);
export const carries: Readonly<NonNullable<Feature['carries']>> = joined(
  features.map((feature) => feature.carries),
  'carried event',
);
export const schedules: readonly Schedule[] = features.flatMap((feature) => feature.schedules ?? []);
export const reactions: ReadonlyMap<string, readonly Reaction[]> = joinReactions();

/** Two rooms that claim one name would silently replace each other: that is a mistake of ours, said at the start. */
function joined<T>(parts: (Readonly<Record<string, T>> | undefined)[], what: string): Record<string, T> {
  const all: Record<string, T> = {};
  for (const part of parts) {
    for (const [name, value] of Object.entries(part ?? {})) {
      if (name in all) throw new Error(`two rooms claim the ${what} ${name}`);
      all[name] = value;
    }
  }
  return all;
}

function joinReactions(): Map<string, Reaction[]> {
  const all = new Map<string, Reaction[]>();
  for (const feature of features) {
    for (const [kind, tasks] of Object.entries(feature.reactions ?? {})) all.set(kind, [...(all.get(kind) ?? []), ...tasks]);
  }
  return all;
}
