import { useCallback, useEffect, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useRevalidator,
} from 'react-router';
import { ProfileHeader } from '#features/members/widgets.tsx';
import { profileProblems } from '#features/members/words.ts';
import { timeOfDay } from '#kernel/time.ts';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Definitions, Note, Panel } from '#ui/page/panel.tsx';
import { TextLink } from '../components/forms/auth-page.tsx';
import type { OwnProfile } from '../contract.ts';
import { authPolicy } from '../model/auth.policy.ts';
import { browserParts, fetchOwnProfile } from '../own-profile/cached-profile.ts';
import { getOwnProfile } from '../own-profile/own-profile.server.ts';
import { type ProfileAnswer, readProfile } from '../own-profile/profile-cache.ts';

export async function loader(args: LoaderFunctionArgs): Promise<ProfileAnswer> {
  const actor = requirePageActor(args, authPolicy, 'read one’s own profile');
  const { platform } = pageScope(args.context);
  const profile = await getOwnProfile(platform.db, actor.id).catch(pageRefusal);
  return { profile, readMs: platform.clock.now().getTime(), isCached: false };
}

/** On client-side navigation: the cached profile is used when the network fails. */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<ProfileAnswer> {
  return readProfile(
    browserParts(async () => {
      const answer = await serverLoader<ProfileAnswer>();
      if ('problem' in answer) throw new Error('the server has no such answer');
      return answer.profile;
    }),
  );
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Profile', description: 'Your profile.', path: '/profile', noIndex: true });

export default function OwnProfilePage() {
  const { answer, busy, again } = useAnswer(useLoaderData<ProfileAnswer>());

  if ('problem' in answer) {
    return (
      <div className="wrap pb-16">
        <div className="page-h">
          <h1>Profile</h1>
        </div>
        <Note tone="danger" role="alert">
          {profileProblems[answer.problem]}
        </Note>
        <Button className="mt-5" busy={busy} busyLabel="Loading…" onClick={again}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div className="wrap grid gap-5 pb-16">
      {answer.isCached && (
        <Note tone="warning" role="status" className="mt-5">
          Couldn’t connect. This is your profile from {timeOfDay(new Date(answer.readMs))}.
        </Note>
      )}
      <Whole own={answer.profile} />
    </div>
  );
}

/**
 * The page's answer, and a retry: by a click, or as soon as the browser is online. Fetches the profile alone: a failed
 * reload of the page would replace it by an error page.
 */
function useAnswer(loaded: ProfileAnswer) {
  const [answer, setAnswer] = useState(loaded);
  const [known, setKnown] = useState(loaded);
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  if (known !== loaded) {
    setKnown(loaded);
    setAnswer(loaded);
  }
  const again = useCallback(() => {
    setBusy(true);
    readProfile(browserParts(fetchOwnProfile))
      // Refused: the session has ended, and the page's own loader redirects.
      .then(setAnswer, () => revalidate())
      .finally(() => setBusy(false));
  }, [revalidate]);
  const isCut = 'problem' in answer || answer.isCached;
  useEffect(() => {
    if (!isCut) return;
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isCut, again]);
  return { answer, busy, again };
}

function Whole({ own }: { own: OwnProfile }) {
  const isBare = !own.bio && !own.avatarUrl;
  return (
    <>
      <ProfileHeader
        profile={{ ...own, contact: own.contactVisible ? own.contact : null }}
        actions={
          <>
            <ButtonLink to="/settings">Edit profile</ButtonLink>
            <ButtonLink kind="ghost" to={`/profile/${own.id}`}>
              View public profile
            </ButtonLink>
          </>
        }
      />
      {isBare && (
        <Note>Buyers read your profile before they pay. Add a sentence about what you collect and how you pack.</Note>
      )}
      <Panel title="Only visible to you">
        <Definitions
          rows={[
            ['Email', own.email],
            ['Confirmed', own.isEmailVerified ? 'Yes' : <VerifyLink key="verify" />],
            [
              'Contact',
              own.contact
                ? own.contactVisible
                  ? `${own.contact} (shown on your profile)`
                  : `${own.contact} (hidden)`
                : null,
            ],
          ]}
        />
      </Panel>
    </>
  );
}

function VerifyLink() {
  return (
    <>
      Not yet. <TextLink to="/auth/verify-email">Confirm your email</TextLink>
    </>
  );
}
