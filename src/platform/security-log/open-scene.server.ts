import { isRefusal } from '#kernel/refusal.ts';
import { httpSecurity } from '#platform/http/http.security.ts';
import { originCode } from '../http/requests/own-origin.ts';
import type { Scene } from './scene.ts';
import type { SecurityLog } from './security-log.ts';

/** The context of a request for the security log. `edge`: where it arrived. */
export function openScene(
  security: SecurityLog,
  request: Pick<Scene, 'requestId' | 'address'>,
  edge: 'http' | 'live',
): Scene {
  const logged = new Set<string>();
  return {
    ...request,
    actor: null,
    security,
    refused(error) {
      if (!isRefusal(error)) return;
      const { code, rule, status } = error;
      if (code === originCode) security.note(httpSecurity.originRefused, { outcome: 'refused', code });
      // A visitor who must sign in first is no attack.
      if (rule === undefined || status === 401) return;
      // A page has several loaders, and each checks the rule.
      if (edge === 'http' && logged.has(rule)) return;
      logged.add(rule);
      security.note(httpSecurity.policyRefused, { outcome: 'refused', code, rule, edge });
    },
  };
}
