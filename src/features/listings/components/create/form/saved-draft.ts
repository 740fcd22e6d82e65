import { emptyForm, type ListingForm } from './listing-form.ts';

/** Typed but unsent input, stored in this browser for its owner. Photos are in the draft on the server. */
const keyOf = (userId: string) => `listing_draft:${userId}`;
const lifeMs = 14 * 24 * 60 * 60 * 1000;

export function keepDraft(userId: string, form: ListingForm, at: Date): boolean {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify({ form, at: at.getTime() }));
    return true;
  } catch {
    return false;
  }
}

export function readDraft(userId: string, now: Date): ListingForm | null {
  try {
    const saved = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    if (typeof saved?.form !== 'object' || typeof saved.at !== 'number' || now.getTime() - saved.at > lifeMs)
      return null;
    // An older version of the form may lack a field that this one has.
    return { ...emptyForm, ...saved.form };
  } catch {
    return null;
  }
}

export function dropDraft(userId: string): void {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // Storage that cannot be written holds nothing either.
  }
}
