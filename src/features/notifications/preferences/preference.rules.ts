import { addMs, dayMs } from '#kernel/time.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Mails } from '#platform/mail/mail-kind.ts';
import type { NotificationKind } from '#platform/notification-kind.ts';
import { type Channel, channels, type NotifiedKind, type Preferences, type PreferencesInput } from '../contract.ts';
import type { MailPreferenceRow } from '../model/notifications.tables.ts';

export const namesOf = ({ kinds }: Mails): string[] => kinds.map(({ name }) => name);

/**
 * The kinds that features declare for this role, once: kinds of entries in their order, then kinds that are only
 * emailed.
 */
export function notifiedKinds(
  { mails, notificationKinds }: { mails: Mails; notificationKinds: readonly NotificationKind[] },
  role: Actor['role'],
): NotifiedKind[] {
  const isMailed = new Set(namesOf(mails));
  const isEntry = new Set(notificationKinds.map(({ name }) => name));
  const notified = notificationKinds.map(({ name, label, means }) => ({
    name,
    label,
    means,
    has: { app: true, mail: isMailed.has(name), push: true },
  }));
  const only = mails.kinds.filter((kind) => !isEntry.has(kind.name) && (role === 'admin' || kind.for !== 'operator'));
  return [
    ...notified,
    ...only.map(({ name, label, means, for: audience }) => ({
      name,
      label,
      means,
      has: { app: false, mail: true, push: false },
      for: audience,
    })),
  ];
}

export type Choice = Pick<
  MailPreferenceRow,
  'turnedOff' | 'isPaused' | 'pausedUntil' | 'isMuted' | 'appOff' | 'pushOff'
>;

/** The preferences of a member who never changed them. */
export const everything: Choice = {
  turnedOff: [],
  isPaused: false,
  pausedUntil: null,
  isMuted: false,
  appOff: [],
  pushOff: [],
};

const columns = { app: 'appOff', mail: 'turnedOff', push: 'pushOff' } as const;

/** The longest pause with an end; a longer one is chosen as open-ended. */
const longestPauseMs = 366 * dayMs;

function isPausedAt({ isPaused, pausedUntil }: Choice, now: Date): boolean {
  return isPaused && (pausedUntil === null || pausedUntil > now);
}

/** Whether an email of this kind is sent. */
export function wants(choice: Choice, kind: string, now: Date): boolean {
  return wantsBy(choice, 'mail', kind) && !isPausedAt(choice, now);
}

/** Whether a kind uses a channel, pauses of emails aside. */
export function wantsBy(choice: Choice, channel: Channel, kind: string): boolean {
  return !choice.isMuted && !choice[columns[channel]].includes(kind);
}

/**
 * What a form chooses, for the kinds in its hidden fields `shown` only: a kind that a later release added stays
 * unchanged.
 */
export function kindsOfForm(form: FormData, kinds: readonly NotifiedKind[]): NonNullable<PreferencesInput['kinds']> {
  const shown = new Set(form.getAll('shown'));
  const chosen = ({ name, has }: NotifiedKind) =>
    Object.fromEntries(
      channels.filter((channel) => has[channel]).map((channel) => [channel, form.get(`${name}.${channel}`) === 'on']),
    );
  return Object.fromEntries(kinds.filter(({ name }) => shown.has(name)).map((kind) => [kind.name, chosen(kind)]));
}

export function preferencesOf(choice: Choice, kinds: readonly NotifiedKind[], now: Date): Preferences {
  const isOn = (channel: Channel, { name, has }: NotifiedKind) =>
    has[channel] ? !choice[columns[channel]].includes(name) : channel === 'mail';
  return {
    mails: Object.fromEntries(kinds.filter(({ has }) => has.mail).map((kind) => [kind.name, isOn('mail', kind)])),
    pause: isPausedAt(choice, now) ? { until: choice.pausedUntil?.toISOString() ?? null } : null,
    mute: choice.isMuted,
    kinds: Object.fromEntries(
      kinds.map((kind) => [kind.name, { app: isOn('app', kind), mail: isOn('mail', kind), push: isOn('push', kind) }]),
    ),
  };
}

/** Field → what is wrong with it. */
export type Problem = { problem: Record<string, string> };

/**
 * The preferences with the changes applied; missing fields and unknown kinds stay unchanged. `problem` when a pause
 * ends in the past or too far ahead, or a kind does not support a chosen channel. Where `mails` and `kinds` disagree on
 * an email, the one that changes something wins.
 */
export function withInput(
  choice: Choice,
  input: PreferencesInput,
  kinds: readonly NotifiedKind[],
  now: Date,
): Choice | Problem {
  const problem = lacking(input, kinds);
  if (problem) return { problem };
  const after = { ...choice, isMuted: input.mute ?? choice.isMuted };
  for (const channel of channels) {
    const column = columns[channel];
    const off = new Set(choice[column]);
    for (const { name } of kinds) {
      const said = channel === 'mail' ? mailSaid(input, name, !off.has(name)) : input.kinds?.[name]?.[channel];
      if (said === false) off.add(name);
      else if (said) off.delete(name);
    }
    after[column] = [...off];
  }
  return withPause(after, input.pause, now);
}

function mailSaid({ mails, kinds }: PreferencesInput, name: string, isOn: boolean): boolean | undefined {
  const both = [mails?.[name], kinds?.[name]?.mail].filter((said) => said !== undefined);
  return both.find((said) => said !== isOn) ?? both[0];
}

function lacking(
  { kinds: said = {} }: PreferencesInput,
  kinds: readonly NotifiedKind[],
): Record<string, string> | null {
  for (const { name, label, has } of kinds) {
    if (!has.mail && said[name]?.mail === false)
      return { [`kinds.${name}.mail`]: `Emails about “${label}” can’t be turned off.` };
    for (const channel of ['app', 'push'] as const)
      if (!has[channel] && said[name]?.[channel])
        return { [`kinds.${name}.${channel}`]: `“${label}” is available by email only.` };
  }
  return null;
}

function withPause(choice: Choice, pause: PreferencesInput['pause'], now: Date): Choice | Problem {
  if (pause === undefined) return choice;
  if (pause === null) return { ...choice, isPaused: false, pausedUntil: null };
  if (pause.until === null) return { ...choice, isPaused: true, pausedUntil: null };
  const until = new Date(pause.until);
  if (until <= now || until > addMs(now, longestPauseMs))
    return { problem: { 'pause.until': 'Enter a date within the next year.' } };
  return { ...choice, isPaused: true, pausedUntil: until };
}
