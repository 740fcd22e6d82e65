import type { AdminPanel } from '#platform/admin-panel.ts';
import type { Channel, Feature } from '#platform/feature.ts';
import type { Frame } from '#platform/frame.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import type { Schedule } from '#platform/jobs/passed-schedules.ts';
import type { Mails } from '#platform/mail/mail-kind.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import type { Reaction } from '#platform/outbox/reactions.ts';
import { stripeIntake } from '#platform/payments/intake.ts';
import type { AccountDeletion, Erasure } from '#platform/personal-data/forgetting.ts';
import type { PersonalData } from '#platform/personal-data/personal-data.ts';
import { type DescribedData, describeData } from '#platform/personal-data/retained-data.ts';
import type { Platform } from '#platform/platform.ts';
import type { AnyPolicy, Rule } from '#platform/policy/policy.ts';
import type { Carries } from '#platform/realtime/server/hub.ts';
import { type Evidence, joinEvidence } from '#platform/storage/evidence.ts';
import type { ThreadSubject } from '#platform/thread-subject.ts';
import type { Trouble } from '#platform/troubles/trouble.ts';
import { house } from '../app.server.ts';
import { composeFrame } from '../rendering/compose-frame.server.ts';
import { byRank, joined } from './join-unique.ts';

/** A verb of a feature's policy, for the operation, page or live query that requires it. */
export interface EdgeRule {
  policy: AnyPolicy;
  verb: string;
  rule: Rule<unknown>;
}

/** The app composed of its features' manifests. */
export interface Composition {
  /** The features left to right, then the app's own part. */
  parts: readonly Feature[];
  frame: Frame;
  mails: Mails;
  notificationKinds: readonly NotificationKind[];
  adminPanels: readonly AdminPanel[];
  /** Operation, page or live query → the policy and verb that it requires. */
  edges: ReadonlyMap<string, EdgeRule>;
  /** Whether an address accepts file uploads, through the API or by a form without scripts. */
  receivesFiles(way: 'api' | 'forms', path: string): boolean;
  /** The maximum size in bytes of a pasted file from this member at this address; null where none is accepted. */
  pasteLimit(platform: Platform, actor: Actor, path: string): Promise<number | null>;
  /** Whether the page accepts a POST without an `Origin` header. */
  acceptsWithoutOrigin(path: string): boolean;
  personalData: PersonalData;
  /** Personal data that the app retains, as the privacy page lists it, by rank. */
  retainedData: readonly DescribedData[];
  accountDeletion: AccountDeletion;
  /** Task name → what runs it, under its former names too. */
  jobs: Readonly<Record<string, JobHandler>>;
  schedules: readonly Schedule[];
  /** Event kind → the jobs that it enqueues. */
  reactions: ReadonlyMap<string, readonly Reaction[]>;
  channels: Readonly<Record<string, Channel>>;
  carries: Carries;
  threadSubjects: Readonly<Record<string, ThreadSubject>>;
  troubles: readonly Trouble[];
  evidence: Evidence;
  answersAgain: Readonly<NonNullable<Feature['replayedResponses']>>;
}

/** Composes the features. Throws at the start, naming it, when two of them claim the same name. */
export function composeMarket(features: readonly Feature[]): Composition {
  const parts = [...features, house, stripeIntake(features)];
  const personalData = joined(
    parts.map((part) => part.personalData),
    'table',
  );
  const retention = byRank(
    parts.flatMap(({ retention = [] }) => retention),
    'rank of what is kept',
  );
  return {
    parts,
    frame: composeFrame(parts),
    mails: joinMails(parts),
    notificationKinds: joinNotificationKinds(parts),
    adminPanels: joinPanels(parts),
    receivesFiles: (way, path) => parts.some(({ uploads }) => uploads?.[way]?.test(path)),
    pasteLimit: async (platform, actor, path) => {
      for (const { at, maxBytes, mayUpload } of parts.flatMap(({ textUploads = [] }) => textUploads)) {
        const found = at.exec(path);
        if (found) return (await mayUpload(platform, actor, found.slice(1).find(Boolean) ?? '')) ? maxBytes : null;
      }
      return null;
    },
    acceptsWithoutOrigin: (path) => parts.some((part) => part.acceptsWithoutOrigin?.test(path)),
    personalData,
    retainedData: describeData(retention, personalData),
    edges: new Map(Object.entries(joined(parts.map(edgesOf), 'edge'))),
    accountDeletion: {
      deletionChecks: parts.flatMap(({ deletionCheck = [] }) => deletionCheck),
      erasures: joinErasures(parts),
    },
    jobs: joinJobs(parts),
    schedules: parts.flatMap(({ schedules = [] }) => schedules.map(({ job, cron }) => ({ task: job.name, cron }))),
    reactions: joinReactions(parts),
    channels: joined(
      parts.map((part) => part.channels),
      'channel',
    ),
    carries: joined(
      parts.map((part) => part.livePayloads),
      'carried event',
    ),
    threadSubjects: joined(
      parts.map((part) => part.threadSubjects),
      'subject of threads',
    ),
    troubles: joinTroubles(parts),
    evidence: joinEvidence(parts.flatMap(({ evidence = [] }) => evidence)),
    answersAgain: joined(
      parts.map((part) => part.replayedResponses),
      'operation',
    ),
  };
}

function edgesOf({ policy }: Feature): Record<string, EdgeRule> {
  if (!policy) return {};
  return Object.fromEntries(
    Object.entries<Rule<unknown>>(policy.rules).flatMap(([verb, rule]) =>
      rule.at.map((edge) => [edge, { policy, verb, rule }] as [string, EdgeRule]),
    ),
  );
}

function joinJobs(parts: readonly Feature[]): Record<string, JobHandler> {
  return joined(
    parts.flatMap(({ jobs = [] }) =>
      jobs.flatMap(({ job, run }) => [job.name, ...job.formerly].map((name) => ({ [name]: run }))),
    ),
    'job',
  );
}

function joinErasures(parts: readonly Feature[]): Erasure[] {
  return byRank(
    parts.flatMap(({ erasure = [] }) => erasure),
    'rank of forgetting',
  );
}

function joinMails(parts: readonly Feature[]): Mails {
  const kinds = parts.flatMap(({ mailKinds = [] }) => mailKinds);
  joined(
    kinds.map((kind) => ({ [kind.name]: kind })),
    'kind of mail',
  );
  const always = parts.flatMap(({ alwaysMailed = [] }) => alwaysMailed);
  return {
    kinds: byRank(kinds, 'rank among the kinds of mail'),
    always: byRank(always, 'rank among the mails that always go'),
  };
}

function joinNotificationKinds(parts: readonly Feature[]): NotificationKind[] {
  const kinds = parts.flatMap(({ notificationKinds = [] }) => notificationKinds);
  joined(
    kinds.map((kind) => ({ [kind.name]: kind })),
    'kind of notification',
  );
  return byRank(kinds, 'rank among the kinds of notifications');
}

function joinPanels(parts: readonly Feature[]): AdminPanel[] {
  const panels = parts.flatMap(({ adminPanels = [] }) => adminPanels);
  joined(
    panels.map((panel) => ({ [panel.id]: panel })),
    'panel of the operator',
  );
  return byRank(panels, 'rank among the operator’s panels');
}

function joinTroubles(parts: readonly Feature[]): Trouble[] {
  return Object.values(
    joined(
      parts.map(({ troubles = [] }) => Object.fromEntries(troubles.map((trouble) => [trouble.name, trouble]))),
      'trouble',
    ),
  );
}

function joinReactions(parts: readonly Feature[]): Map<string, Reaction[]> {
  const all = new Map<string, Reaction[]>();
  for (const { reactions = [] } of parts) {
    for (const reaction of reactions) {
      const { kind } = reaction.event;
      all.set(kind, [...(all.get(kind) ?? []), reaction]);
    }
  }
  return all;
}
