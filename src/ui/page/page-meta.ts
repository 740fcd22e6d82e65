import type { MetaDescriptor } from 'react-router';
import { firstOf } from '#kernel/first-of.ts';

export interface PageWords {
  /** The subject: becomes `{thing} · {brand}`. Left out on the home page, whose title is the brand and its slogan. */
  title?: string;
  description: string;
  /** The address without query, for the canonical link; filters and sorts are the same page. */
  path: string;
  /** Absolute, or starting with a slash. */
  image?: string | null;
  kind?: 'website' | 'article' | 'product' | 'profile';
  /**
   * Schema.org objects, for search engines; without them a public page says that it is a page. Pages that are not
   * public say nothing.
   */
  jsonLd?: object;
  /** Pages that are about one person's own things stay out of search engines. */
  noIndex?: boolean;
  /** The address contains the secret of an emailed link, so it is withheld from search engines and other sites. */
  isSecret?: boolean;
}

interface RootMatch {
  id: string;
  loaderData?: unknown;
}

interface RootFacts {
  brand: { name: string };
  appUrl: string;
}

/**
 * What a page says of itself in its head: title, description, canonical address, Open Graph and JSON-LD. For each
 * route's `meta`: `export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { … })`.
 */
export function pageMeta(matches: readonly (RootMatch | undefined)[], words: PageWords): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootFacts | undefined;
  const brand = root?.brand.name ?? 'Sleeved';
  const origin = (root?.appUrl ?? '').replace(/\/$/, '');
  const title = words.title ? `${words.title} · ${brand}` : `${brand}: buy and sell trading cards`;
  const address = origin + words.path;
  const image = words.image && (words.image.startsWith('/') ? origin + words.image : words.image);
  const described = firstOf(words.description.replace(/\s+/g, ' ').trim(), 300);
  const isPublic = !words.noIndex && !words.isSecret;
  const itself = words.jsonLd ?? {
    '@type': 'WebPage',
    name: words.title ?? title,
    description: described,
    url: address,
  };
  return [
    { title },
    { name: 'description', content: described },
    isPublic ? { tagName: 'link', rel: 'canonical', href: address } : { name: 'robots', content: 'noindex' },
    // Wholly without a referrer a form that is sent without script would not show that it is ours.
    ...(words.isSecret ? [{ name: 'referrer', content: 'same-origin' }] : []),
    { property: 'og:title', content: words.title ?? title },
    { property: 'og:description', content: described },
    { property: 'og:type', content: words.kind ?? 'website' },
    { property: 'og:url', content: address },
    { property: 'og:site_name', content: brand },
    ...(image ? [{ property: 'og:image', content: image }] : []),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    ...(isPublic ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...itself } as never }] : []),
  ];
}
