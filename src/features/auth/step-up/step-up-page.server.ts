import { type LoaderFunctionArgs, redirect } from 'react-router';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { pageAddress } from '#platform/http/requests/page-address.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { authPolicy } from '../model/auth.policy.ts';
import { stepUpPath } from './step-up.rules.ts';
import { hasSteppedUp, noteStepUpRequired } from './step-up.server.ts';

/**
 * For loaders and actions of pages that require a step-up: redirects to the confirmation, which returns to this page.
 */
export async function confirmFirst({ request }: { request: Request }, platform: Platform, actor: Actor): Promise<void> {
  if (await hasSteppedUp(platform, actor)) return;
  noteStepUpRequired(platform, actor);
  throw redirect(stepUpPath(pageAddress(new URL(request.url))));
}

/** The start of such a page's loader or action: returns the confirmed member. */
export async function requireConfirmed(
  args: LoaderFunctionArgs,
  verb: keyof typeof authPolicy.rules,
): Promise<{ platform: Platform; actor: Actor }> {
  const actor = requirePageActor(args, authPolicy, verb);
  const { platform } = pageScope(args.context);
  await confirmFirst(args, platform, actor);
  return { platform, actor };
}
