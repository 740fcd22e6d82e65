import { redirect } from 'react-router';
import { pageAddress } from '#platform/http/page-address.ts';
import type { Actor } from '#platform/identity/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { stepUpPath } from './step-up.rules.ts';
import { hasSteppedUp } from './step-up.server.ts';

/** For the loaders and actions of pages that ask for a step-up: whoever has not confirmed lately does so first, and comes back to this page. */
export async function confirmFirst({ request }: { request: Request }, platform: Platform, actor: Actor): Promise<void> {
  if (await hasSteppedUp(platform, actor)) return;
  throw redirect(stepUpPath(pageAddress(new URL(request.url))));
}
