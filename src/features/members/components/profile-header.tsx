import { ExternalLink, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { plural } from '#kernel/format.ts';
import { dayMonthYear } from '#kernel/time.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Rating } from '#ui/card/rating.tsx';
import { Icon } from '#ui/icon.tsx';
import { PremiumBadge } from '#ui/page/premium-badge.tsx';
import type { PublicProfile } from '../contract.ts';
import { socialServices } from './social-services.ts';

export interface ProfileHeaderProps {
  profile: Omit<PublicProfile, 'facts' | 'sellerKind'>;
  /** At the right: message, follow, edit. */
  actions?: ReactNode;
}

/** The header of a profile page: the `h1`, and facts about the member's reliability. */
export function ProfileHeader({ profile, actions }: ProfileHeaderProps) {
  const { username, displayName, bio, location, contact, totalSales } = profile;
  return (
    <header className="panel mt-7 grid gap-5">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <Avatar name={displayName ?? username} url={profile.avatarUrl} size={72} />
        <div className="min-w-0 flex-1 basis-60">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 dir="auto" className="min-w-0 wrap-anywhere">
              {displayName ?? username}
            </h1>
            {profile.badge === 'star' && <PremiumBadge />}
          </div>
          {displayName && <p className="dim mt-0.5 wrap-anywhere">@{username}</p>}
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-fg-muted">
            {profile.rating === null ? (
              <Rating value={null} sales={totalSales} />
            ) : (
              <Link to={`/profile/${profile.id}?tab=reviews#reviews`} className="hover:underline">
                <Rating value={profile.rating} count={profile.ratingCount} />
              </Link>
            )}
            <span>{plural(totalSales, { one: '# sale', other: '# sales' })}</span>
            {location && (
              <span className="inline-flex min-w-0 items-center gap-1.5 wrap-anywhere">
                <Icon of={MapPin} size={16} />
                <span className="sr">Location: </span>
                {location}
              </span>
            )}
            <span>
              Member since <time dateTime={profile.joinDate}>{dayMonthYear(new Date(profile.joinDate))}</time>
            </span>
          </p>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {bio && (
        <p
          dir="auto"
          className="max-w-[68ch] min-w-0 text-[0.9375rem] leading-[1.4375rem] whitespace-pre-line wrap-anywhere"
        >
          {bio}
        </p>
      )}
      {contact && (
        <p className="min-w-0 wrap-anywhere">
          <span className="dim">Contact: </span>
          {contact}
        </p>
      )}
      <SocialLinks social={profile.social} name={username} />
    </header>
  );
}

function SocialLinks({ social, name }: { social: PublicProfile['social']; name: string }) {
  const links = socialServices.flatMap(({ name: key, label }) => (social[key] ? [{ label, url: social[key] }] : []));
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-2" aria-label={`Social links of ${name}`}>
      {links.map(({ label, url }) => (
        <li key={label}>
          <a className="link inline-flex items-center gap-1.5" href={url} rel="nofollow ugc noopener">
            {label}
            <Icon of={ExternalLink} size={16} />
          </a>
        </li>
      ))}
    </ul>
  );
}
