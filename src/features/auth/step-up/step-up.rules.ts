/** The page of the step-up. */
export const stepUpPage = '/settings/security/confirm';

/** Its path, returning to a path of this site. `always`: it asks also in a session that was opened just now. */
export function stepUpPath(next: string, { always = false } = {}): string {
  return `${stepUpPage}?next=${encodeURIComponent(next)}${always ? '&always=1' : ''}`;
}

export const stepUpCode = 'step_up_required';
