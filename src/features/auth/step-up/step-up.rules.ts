/** The page of the step-up. */
export const stepUpPage = '/settings/security/confirm';

/** Its path, returning to a path of this site. */
export function stepUpPath(next: string): string {
  return `${stepUpPage}?next=${encodeURIComponent(next)}`;
}

export const stepUpCode = 'step_up_required';
