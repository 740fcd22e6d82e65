/** Where a member confirms again who this is. */
export const stepUpPage = '/settings/security/confirm';

/** The way there and back to a path of ours. */
export function stepUpPath(next: string): string {
  return `${stepUpPage}?next=${encodeURIComponent(next)}`;
}

export const stepUpCode = 'step_up_required';
