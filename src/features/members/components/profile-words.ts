import { plural } from '#kernel/format.ts';
import type { PageWords } from '#ui/page/page-meta.ts';
import type { PublicProfile } from '../contract.ts';

/** The schema.org description of a public profile. */
export function profileWords(profile: PublicProfile): PageWords {
  const { id, username, displayName, bio, location, totalSales, rating, ratingCount, joinDate } = profile;
  const path = `/profile/${id}`;
  const sales = plural(totalSales, { one: '# sale.', other: '# sales.' });
  return {
    title: displayName ?? username,
    description:
      bio || `${username} buys and sells trading cards. ${location ? `Location: ${location}. ` : ''}${sales}`,
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
      // schema.org has no rating of a person, so the rating is of the member's offers.
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
