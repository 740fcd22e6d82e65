import { addMs, dayMs } from '#kernel/time.ts';
import type { Mails } from '#platform/mail/mail-kind.ts';
import type { MailPreferences, MailPreferencesInput } from './contract.ts';
import type { MailPreferenceRow } from './notifications.tables.ts';

export const namesOf = ({ kinds }: Mails): string[] => kinds.map(({ name }) => name);

export type Choice = Pick<MailPreferenceRow, 'turnedOff' | 'isPaused' | 'pausedUntil'>;

/** Of whoever never chose anything. */
export const everything: Choice = { turnedOff: [], isPaused: false, pausedUntil: null };

/** The longest pause with an end. Whoever wants more means: until I turn it on. */
export const longestPauseMs = 366 * dayMs;

export function isPausedAt({ isPaused, pausedUntil }: Choice, now: Date): boolean {
  return isPaused && (pausedUntil === null || pausedUntil > now);
}

export function wants(choice: Choice, kind: string, now: Date): boolean {
  return !choice.turnedOff.includes(kind) && !isPausedAt(choice, now);
}

/** What a form chooses: of the kinds that its page showed, in the hidden fields `shown`. One that came with a release since stays as it is. */
export function mailsOfForm(form: FormData, kinds: readonly string[]): Record<string, boolean> {
  const shown = new Set(form.getAll('shown'));
  return Object.fromEntries(kinds.filter((name) => shown.has(name)).map((name) => [name, form.get(name) === 'on']));
}

/** `kinds` are the names of those that are mailed today. */
export function preferencesOf(choice: Choice, kinds: readonly string[], now: Date): MailPreferences {
  return {
    mails: Object.fromEntries(kinds.map((kind) => [kind, !choice.turnedOff.includes(kind)])),
    pause: isPausedAt(choice, now) ? { until: choice.pausedUntil?.toISOString() ?? null } : null,
  };
}

/** The choice with what was said; what was left out stays, and so does a kind that this release does not mail. `problem` when a pause would end in the past or too far ahead. */
export function withInput(choice: Choice, { mails = {}, pause }: MailPreferencesInput, now: Date): Choice | { problem: string } {
  const said = Object.keys(mails).filter((kind) => mails[kind] !== undefined);
  const turnedOff = [...choice.turnedOff.filter((kind) => !said.includes(kind)), ...said.filter((kind) => mails[kind] === false)];
  if (pause === undefined) return { ...choice, turnedOff };
  if (pause === null) return { turnedOff, isPaused: false, pausedUntil: null };
  if (pause.until === null) return { turnedOff, isPaused: true, pausedUntil: null };
  const until = new Date(pause.until);
  if (until <= now || until > addMs(now, longestPauseMs)) return { problem: 'A pause must end after now and within a year.' };
  return { turnedOff, isPaused: true, pausedUntil: until };
}
