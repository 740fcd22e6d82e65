import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { pageRefusal, pageScope, requirePageActor } from '#platform/http/page.ts';
import { ButtonLink } from '#ui/button.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { Definitions, Note, Panel } from '#ui/panel.tsx';
import { getOwnProfile, getPublicProfile } from '../accounts.queries.server.ts';
import { TextLink } from '../components/auth-page.tsx';
import { ProfileHeader } from '../components/profile-header.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args);
  const { platform } = pageScope(args.context);
  const [profile, own] = await Promise.all([getPublicProfile(platform.db, actor.id), getOwnProfile(platform.db, actor.id)]).catch(pageRefusal);
  const { email, isEmailVerified, contact, contactVisible } = own;
  return { profile, own: { email, isEmailVerified, contact, contactVisible } };
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: 'Your profile', description: 'Your own profile.', path: '/profile', noIndex: true });

export default function OwnProfilePage() {
  const { profile, own } = useLoaderData<typeof loader>();
  const isBare = !profile.bio && !profile.avatarUrl;
  return (
    <div className="wrap grid gap-5 pb-16">
      <ProfileHeader
        profile={profile}
        actions={
          <>
            <ButtonLink to="/settings/profile">Edit profile</ButtonLink>
            <ButtonLink kind="ghost" to={`/profile/${profile.id}`}>
              See it as others do
            </ButtonLink>
          </>
        }
      />
      {isBare && <Note>Buyers read this page before they pay. A sentence about what you collect and how you pack helps them.</Note>}
      <Panel title="Only you see this">
        <Definitions
          rows={[
            ['Email', own.email],
            ['Confirmed', own.isEmailVerified ? 'Yes' : <VerifyLink key="verify" />],
            ['Contact', own.contact ? `${own.contact} (${own.contactVisible ? 'shown on your page' : 'hidden'})` : null],
          ]}
        />
      </Panel>
    </div>
  );
}

function VerifyLink() {
  return (
    <>
      Not yet. <TextLink to="/auth/verify-email">Confirm your email</TextLink>
    </>
  );
}
