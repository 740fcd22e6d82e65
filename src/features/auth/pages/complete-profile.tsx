import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
} from 'react-router';
import { completeProfileInput } from '#features/members/contract.ts';
import { completeProfile } from '#features/members/index.server.ts';
import { BioField, DisplayNameField, LocationField, UsernameField } from '#features/members/widgets.tsx';
import { usernameProblem } from '#features/members/words.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, parseInput, text, typed } from '#platform/http/page-form.server.ts';
import { orNetworkFailure } from '#platform/http/responses/network-failure.ts';
import type { Checks } from '#ui/form/form-checks.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { AuthForm } from '../components/forms/auth-form.tsx';
import { AuthPage } from '../components/forms/auth-page.tsx';
import { useCreationForm } from '../components/forms/use-creation-form.ts';
import { authPolicy } from '../model/auth.policy.ts';
import { getOwnProfile } from '../own-profile/own-profile.server.ts';
import { ownPath } from '../redirect/redirect-record.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, authPolicy, 'change one’s own profile');
  const { platform } = pageScope(args.context);
  const { username, location, displayName, bio } = await getOwnProfile(platform.db, actor.id);
  const next = ownPath(new URL(args.request.url).searchParams.get('next'), platform.config.appUrl);
  return { profile: { username, location, displayName, bio }, uid: actor.id, next };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, authPolicy, 'change one’s own profile');
  const fields = ['username', 'location', 'displayName', 'bio'];
  const next = ownPath(text(form, 'next'), platform.config.appUrl) ?? '/dashboard';
  return answerForm(form, fields, async () => {
    const input = parseInput(completeProfileInput, typed(form, fields));
    try {
      await completeProfile(platform, actor, input);
    } catch (error) {
      // Done in another tab already: continue without a message.
      if (!isRefusal(error) || error.code !== 'already_complete') throw error;
    }
    throw redirect(next);
  });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orNetworkFailure(() => serverAction<typeof action>());

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Complete your profile',
    description: 'Add your username and location.',
    path: '/auth/complete-profile',
    noIndex: true,
  });

const checks: Checks = {
  username: (value) => usernameProblem(value.trim()) ?? undefined,
  location: (value) => (value.trim() === '' ? 'Enter your location.' : undefined),
};

export default function CompleteProfilePage() {
  const { profile, uid, next } = useLoaderData<typeof loader>();
  const creation = useCreationForm({ at: '/auth/complete-profile', checks, next: null, uid });
  const { errors, values } = creation;
  return (
    <AuthPage title="Complete your profile" lead="Add a username and your location to start buying and selling.">
      <AuthForm {...creation.form} submit="Save and continue" busyLabel="Saving…">
        <input type="hidden" name="next" defaultValue={next ?? ''} ref={creation.next.field} />
        <UsernameField defaultValue={values?.username ?? profile.username} error={errors.username} />
        <LocationField defaultValue={values?.location ?? profile.location ?? ''} error={errors.location} />
        <DisplayNameField defaultValue={values?.displayName ?? profile.displayName ?? ''} error={errors.displayName} />
        <BioField rows={3} defaultValue={values?.bio ?? profile.bio ?? ''} error={errors.bio} />
      </AuthForm>
      <p role="status" className="dim mt-3">
        {creation.said}
      </p>
    </AuthPage>
  );
}
