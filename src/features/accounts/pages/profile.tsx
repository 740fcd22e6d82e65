import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { ButtonLink } from '#ui/button.tsx';
import { getPublicProfile } from '../accounts.queries.server.ts';
import { ProfileHeader } from '../components/profile-header.tsx';
import { profileMeta } from '../components/profile-meta.ts';

/** The public profile, by id or by name; never guarded. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { platform, actor, dependsOn } = pageScope(context);
  const profile = await getPublicProfile(platform.db, params.id ?? '').catch(pageRefusal);
  dependsOn([`profile:${profile.id}`]);
  return { brand: platform.config.brandName, appUrl: platform.config.appUrl, profile, isOwn: actor?.id === profile.id };
}

export const meta = ({ loaderData }: MetaArgs<typeof loader>) => (loaderData ? profileMeta(loaderData) : [{ title: 'User profile not found' }]);

export default function ProfilePage() {
  const { profile, isOwn } = useLoaderData<typeof loader>();
  return (
    <div className="wrap pb-16">
      <ProfileHeader profile={profile} actions={isOwn ? <ButtonLink to="/settings">Edit profile</ButtonLink> : undefined} />
    </div>
  );
}
