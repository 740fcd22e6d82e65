import { isRefusal } from '#kernel/refusal.ts';
import { httpSecurity } from '#platform/http/http.security.ts';
import { originCode } from '../http/requests/own-origin.ts';
import type { Scene } from './scene.ts';
import type { SecurityLog } from './security-log.ts';

/** A request as the security log names it. `edge` is where it came in. */
export function openScene(
  security: SecurityLog,
  request: Pick<Scene, 'requestId' | 'address'>,
  edge: 'http' | 'live',
): Scene {
  const notified = new Set<string>();
  return {
    ...request,
    actor: null,
    security,
    refused(error) {
      if (!isRefusal(error)) return;
      const { code, rule, status } = error;
      if (code === originCode) security.note(httpSecurity.originRefused, { outcome: 'refused', code });
      // That a visitor has to sign in first is no attempt at anything.
      if (rule === undefined || status === 401) return;
      // A page has several loaders, and each asks.
      if (edge === 'http' && notified.has(rule)) return;
      notified.add(rule);
      security.note(httpSecurity.policyRefused, { outcome: 'refused', code, rule, edge });
    },
  };
}
