import type { NavPlace } from '#ui/site-header.tsx';

/** The places of the header; a place appears here with its page. */
export const mainPlaces: readonly NavPlace[] = [
  { to: '/browse', label: 'Browse' },
  { to: '/games', label: 'Catalogue' },
];

export const footerPlaces: readonly NavPlace[] = [
  { to: '/premium', label: 'Premium' },
  { to: '/about', label: 'About' },
  { to: '/guides', label: 'Guides' },
  { to: '/grading-guide', label: 'Grading guide' },
  { to: '/fees', label: 'Fees' },
  { to: '/faq', label: 'FAQ' },
  { to: '/privacy-policy', label: 'Privacy' },
];

const guarded = /^\/(?:dashboard|messages|settings|listings\/create)(?=\/|$)|^\/profile(?=\/?$)/;

/**
 * Whoever goes there waits for the guard (GD-01, GD-04). The server decides; this only says what to show meanwhile. Within one guarded place, the
 * settings say, the person is inside already and the page stands.
 */
export function waitsForGuard(from: string, to: string): boolean {
  const place = guarded.exec(to)?.[0];
  return place !== undefined && guarded.exec(from)?.[0] !== place;
}
