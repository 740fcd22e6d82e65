import { type ActionFunctionArgs, redirect } from 'react-router';
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { memberPolicy } from '../model/member.policy.ts';
import { avatarRefusalCode, setAvatar } from '../profile/avatar.server.ts';
import { receiveAvatar } from '../profile/receive-avatar.server.ts';

/**
 * Stores a profile picture of a plain form: the middle of the photo. Redirects to the settings, with the reason of a
 * refusal.
 */
export async function action(args: ActionFunctionArgs) {
  const actor = requirePageActor(args, memberPolicy, 'change one’s own');
  const { platform } = pageScope(args.context);
  try {
    await receiveAvatar(platform, actor, args.request, (path) => setAvatar(platform, actor, path));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw redirect(`/settings/profile?refused=${avatarRefusalCode(error)}`);
  }
  throw redirect('/settings/profile');
}

export function loader(): never {
  throw redirect('/settings/profile');
}
