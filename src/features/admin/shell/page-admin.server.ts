import { data, type RouterContextProvider, redirect } from 'react-router';
import { adminFactorCodes, checkAdminFactor } from '#features/auth/index.server.ts';
import { isRefusal, notAllowed, sameRule } from '#kernel/refusal.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { pageAddress } from '#platform/http/requests/page-address.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import { adminPolicy } from '../admin.policy.ts';

/**
 * The admin who requests a page. A visitor is redirected to sign in and comes back; a member gets 403, as from the API:
 * that the page exists is no secret. In production an admin without a second factor is sent to set one up, and one who
 * has not passed it yet is sent to pass it.
 */
export async function requirePageAdmin(
  args: { context: Readonly<RouterContextProvider>; request: Request },
  verb: keyof typeof adminPolicy.rules,
): Promise<Actor> {
  const { actor: caller } = pageScope(args.context);
  const answer = adminPolicy.may(caller, verb);
  if (caller && answer !== true) pageRefusal(sameRule(answer, notAllowed('Only admins can open this page.')));
  const actor = requirePageActor(args, adminPolicy, verb);
  try {
    await checkAdminFactor(pageScope(args.context).platform, actor);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const address = pageAddress(new URL(args.request.url));
    if (error.code === adminFactorCodes.notShown)
      throw redirect(`/settings/security/confirm?next=${encodeURIComponent(address)}`);
    const way = { to: '/settings/security/authenticator', label: 'Set up an authenticator app' };
    throw data({ code: error.code, message: error.message, way }, { status: error.status });
  }
  return actor;
}
