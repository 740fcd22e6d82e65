import type { PublicProfile } from '../contract.ts';

/** Title, description, preview and structured data of a public profile. */
export function profileMeta({ profile, brand, appUrl }: { profile: PublicProfile; brand: string; appUrl: string }) {
  const { username, displayName, bio, location, totalSales } = profile;
  const title = `${displayName ?? username} · ${brand}`;
  const url = `${appUrl}/profile/${profile.id}`;
  const place = location ? ` in ${location}` : '';
  const description = bio
    ? shortened(bio)
    : `${username} trades cards on ${brand}${place}. ${totalSales === 1 ? '1 sale' : `${totalSales} sales`} so far.`;
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'profile' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:site_name', content: brand },
    { property: 'profile:username', content: username },
    ...(profile.avatarUrl ? [{ property: 'og:image', content: new URL(profile.avatarUrl, appUrl).href }] : []),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'ProfilePage',
        dateCreated: profile.joinDate,
        mainEntity: {
          '@type': 'Person',
          name: displayName ?? username,
          alternateName: username,
          identifier: profile.id,
          url,
          ...(bio ? { description: bio } : {}),
          ...(profile.rating === null
            ? {}
            : {
                aggregateRating: {
                  '@type': 'AggregateRating',
                  ratingValue: profile.rating,
                  ratingCount: profile.ratingCount,
                  bestRating: 5,
                  worstRating: 1,
                },
              }),
        },
      },
    },
  ];
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const characters = [...line];
  return characters.length <= 155 ? line : `${characters.slice(0, 154).join('').trimEnd()}…`;
}
