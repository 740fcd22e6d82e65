import type { ThemeChoice } from '#ui/theme/theme.ts';

/**
 * The choice is applied and in the cookie already; if this call fails, the profile has the former one until the next
 * choice.
 */
export function keepOnProfile(theme: ThemeChoice): void {
  void fetch('/api/profile', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ theme }),
    keepalive: true,
  }).catch(() => undefined);
}
