import { randomBytes } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Flow } from '#platform/identity/providers/openid.ts';
import { ownPath } from '../redirect/redirect-record.ts';
import { type GoogleAnswer, googleSentence, type PopupMessage, popupMessageType } from './google-answers.ts';

/** Where a failed flow without popup redirects: back to its start page, with the error code. */
export function pathOfProblem(flow: Flow | null, problem: GoogleAnswer, appUrl: string): string {
  const next = flow ? ownPath(flow.next, flow.origin) : null;
  const path = flow && flow.purpose !== 'sign-in' ? (next ?? '/settings/security') : '/auth/sign-in';
  const url = new URL(path, appUrl);
  url.searchParams.set('google', problem);
  if (flow?.purpose === 'sign-in' && next && next !== '/dashboard') url.searchParams.set('next', next);
  return url.pathname + url.search + url.hash;
}

/**
 * The end of a flow: the popup posts its result to its opener, on our own origin only, and closes; a full page
 * redirects.
 */
export function googleResult(
  flow: Flow | null,
  to: string,
  problem: GoogleAnswer | null,
  cookies: readonly string[],
): Response {
  const headers = new Headers({ 'cache-control': 'no-store', 'cross-origin-opener-policy': 'unsafe-none' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  if (!flow?.isPopup) {
    headers.set('location', to);
    return new Response(null, { status: 302, headers });
  }
  const nonce = randomBytes(16).toString('base64url');
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set(
    'content-security-policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
  );
  const message: PopupMessage = { type: popupMessageType, problem, to };
  const script = `const said = ${inScript(message)};
if (opener) { opener.postMessage(said, ${inScript(flow.origin)}); close(); } else location.replace(said.to);`;
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Google</title>
      </head>
      <body>
        <p>${googleSentence(problem) ?? 'Done.'} <a href="${to}">Continue</a></p>
        <script nonce="${nonce}">
          ${raw(script)};
        </script>
      </body>
    </html>`;
  return new Response(String(body), { headers });
}

/** A value as script text that cannot end the script element. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
