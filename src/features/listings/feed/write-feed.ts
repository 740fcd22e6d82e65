import { escapeMarkup } from '#kernel/text/escape-markup.ts';
import { element, xmlDocument } from '#kernel/text/xml.ts';

/** What a feed reader shows. Addresses are whole. */
export interface FeedOfListings {
  title: string;
  /** Of the page with the same search, and of the feed itself. */
  link: string;
  self: string;
  brand: string;
  items: readonly { link: string; title: string; description: string; date: Date }[];
}

/** RSS 2.0 (https://www.rssboard.org/rss-specification), the newest item first. */
export function writeFeed({ title, link, self, brand, items }: FeedOfListings): string {
  const facts = [
    element('title', title),
    element('link', link),
    element('description', 'Listings, newest first.'),
    ...(items[0] ? [element('lastBuildDate', items[0].date.toUTCString())] : []),
    element('generator', brand),
    element('atom:link', '', { href: self, rel: 'self', type: 'application/rss+xml' }),
  ];
  const shown = items.map((item) =>
    element('item', [
      element('title', item.title),
      element('link', item.link),
      element('guid', item.link, { isPermaLink: 'true' }),
      element('pubDate', item.date.toUTCString()),
      // Readers show a description as HTML: what a seller typed stays text, so it is escaped once for that and once for
      // XML.
      element('description', escapeMarkup(item.description)),
    ]),
  );
  const channel = element('channel', [...facts, ...shown]);
  return xmlDocument(element('rss', [channel], { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' }));
}
