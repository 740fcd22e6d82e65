import { type ActionFunctionArgs, redirect } from 'react-router';
import { clearViewed } from '#features/listings/index.server.ts';
import { profilePatch } from '#features/members/contract.ts';
import { updateProfile } from '#features/members/index.server.ts';
import { firstStepsKey } from '#features/members/words.ts';
import { pageRefusal, requirePageForm } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import { appPolicy } from '../../app.policy.ts';

/** The forms of a member's home page, which is shown again afterwards. */
export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, appPolicy, 'arrange one’s home page');
  const patch = async (fields: Record<string, unknown>) =>
    updateProfile(platform, actor, parseInput(profilePatch, fields));
  const acts = new Map([
    ['close-steps', () => patch({ tutorialPreferences: { [firstStepsKey]: true } })],
    ['games', () => patch({ games: form.getAll('games') })],
    ['clear-viewed', () => clearViewed(platform, actor.id)],
  ]);
  await acts
    .get(String(form.get('act')))?.()
    .catch(pageRefusal);
  throw redirect('/');
}

/** This address has no page of its own. */
export function loader(): never {
  throw redirect('/');
}
