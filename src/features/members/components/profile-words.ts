import type { PageWords } from '#ui/page/page-meta.ts';
import type { PublicProfile } from '../contract.ts';

/** What a public profile says of itself in the head of its page. */
export function profileWords(profile: PublicProfile): PageWords {
  const { id, username, displayName, bio, location, totalSales, rating, ratingCount, joinDate } = profile;
  const path = `/profile/${id}`;
  const sales = totalSales === 1 ? '1 sale' : `${totalSales} sales`;
  return {
    title: displayName ?? username,
    description: bio || `${username} trades cards${location ? ` from ${location}` : ''}. ${sales} so far.`,
    path,
    kind: 'profile',
    jsonLd: {
      '@type': 'ProfilePage',
      dateCreated: joinDate,
      mainEntity: {
        '@type': 'Person',
        name: displayName ?? username,
        alternateName: username,
        identifier: id,
        '@id': '#seller',
        ...(bio ? { description: bio } : {}),
      },
      // The vocabulary knows no rating of a person: what is rated is what they do here.
      ...(rating === null
        ? {}
        : {
            about: {
              '@type': 'Service',
              serviceType: 'Sale of trading cards',
              provider: { '@id': '#seller' },
              aggregateRating: {
                '@type': 'AggregateRating',
                ratingValue: rating,
                ratingCount,
                bestRating: 5,
                worstRating: 1,
              },
            },
          }),
    },
  };
}
