import { Feed } from 'feed';
import { escapeMarkup } from '#kernel/escape-markup.ts';
import { withoutUnwritable } from '#kernel/plain-text.ts';

/** What a feed reader shows. Addresses are whole. */
export interface FeedOfListings {
  title: string;
  /** Of the page with the same search, and of the feed itself. */
  link: string;
  self: string;
  brand: string;
  items: readonly { link: string; title: string; description: string; date: Date }[];
}

/** RSS 2.0. The serializer escapes whatever XML can hold; the rest of what a seller typed is left out. */
export function writeFeed({ title, link, self, brand, items }: FeedOfListings): string {
  const feed = new Feed({
    id: link,
    link,
    title: withoutUnwritable(title),
    description: 'Copies for sale, the newest first.',
    copyright: '',
    generator: brand,
    feedLinks: { rss: self },
    ...(items[0] && { updated: items[0].date }),
  });
  for (const item of items) {
    // Readers show a description as HTML: what a seller typed stays text.
    feed.addItem({
      id: item.link,
      link: item.link,
      date: item.date,
      title: withoutUnwritable(item.title),
      description: escapeMarkup(item.description),
    });
  }
  return feed.rss2();
}
