import { addMs, dayMs } from '#kernel/time.ts';
import type { MailPreferences, MailPreferencesInput } from './contract.ts';
import { type MailKind, mailKindNames } from './mail-kinds.ts';
import type { MailPreferenceRow } from './notifications.tables.ts';

export type Choice = Pick<MailPreferenceRow, 'turnedOff' | 'isPaused' | 'pausedUntil'>;

/** Of whoever never chose anything. */
export const everything: Choice = { turnedOff: [], isPaused: false, pausedUntil: null };

/** The longest pause with an end. Whoever wants more means: until I turn it on. */
export const longestPauseMs = 366 * dayMs;

export function isPausedAt({ isPaused, pausedUntil }: Choice, now: Date): boolean {
  return isPaused && (pausedUntil === null || pausedUntil > now);
}

export function wants(choice: Choice, kind: MailKind, now: Date): boolean {
  return !choice.turnedOff.includes(kind) && !isPausedAt(choice, now);
}

export function preferencesOf(choice: Choice, now: Date): MailPreferences {
  const isMailed = (kind: MailKind) => !choice.turnedOff.includes(kind);
  return {
    mails: { sales: isMailed('sales'), purchases: isMailed('purchases'), listings: isMailed('listings') },
    pause: isPausedAt(choice, now) ? { until: choice.pausedUntil?.toISOString() ?? null } : null,
  };
}

/** The choice with what was said; what was left out stays. `problem` when a pause would end in the past or too far ahead. */
export function withInput(choice: Choice, { mails = {}, pause }: MailPreferencesInput, now: Date): Choice | { problem: string } {
  const turnedOff = mailKindNames.filter((kind) => !(mails[kind] ?? !choice.turnedOff.includes(kind)));
  if (pause === undefined) return { ...choice, turnedOff };
  if (pause === null) return { turnedOff, isPaused: false, pausedUntil: null };
  if (pause.until === null) return { turnedOff, isPaused: true, pausedUntil: null };
  const until = new Date(pause.until);
  if (until <= now || until > addMs(now, longestPauseMs)) return { problem: 'A pause must end after now and within a year.' };
  return { turnedOff, isPaused: true, pausedUntil: until };
}
