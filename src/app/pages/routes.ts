import { index, type RouteConfigEntry, route } from '@react-router/dev/routes';
/** The pages that belong to no feature; the last one answers every other address. */
export const routes: RouteConfigEntry[] = [
  index('app/pages/home/home.tsx'),
  route('home', 'app/pages/home/home-actions.ts'),
  route('cards/:id', 'app/pages/listing/card.tsx'),
  route('sets/:game/*', 'app/pages/listing/set.tsx'),
  route('listings/:id', 'app/pages/listing/listing.tsx'),
  route('profile/:id', 'app/pages/profile.tsx'),
  route('about', 'app/pages/legal/about.tsx'),
  route('faq', 'app/pages/help/faq.tsx'),
  route('fees', 'app/pages/legal/fees.tsx'),
  route('new-sellers', 'app/pages/legal/new-sellers.tsx'),
  route('guides', 'app/pages/help/guides.tsx'),
  route('grading-guide', 'app/pages/help/grading-guide.tsx'),
  route('goodbye', 'app/pages/goodbye.tsx'),
  route('privacy-policy', 'app/pages/legal/privacy-policy.tsx'),
  route('imprint', 'app/pages/legal/imprint.tsx'),
  route('rules', 'app/pages/legal/rules.tsx'),
  route('dashboard/listings/export.csv', 'app/pages/dashboard/own-listings-csv.ts'),
  route('commands', 'app/keys/commands.ts'),
  route('offline-worker.js', 'app/offline/worker-route.ts'),
];

/** Stand inside the dashboard's frame. */
export const dashboardRoutes: RouteConfigEntry[] = [
  route('dashboard', 'app/pages/dashboard/dashboard.tsx'),
  route('dashboard/listings', 'app/pages/dashboard/own-listings.tsx'),
  route('orders/:id', 'app/pages/order.tsx'),
];

export const notFoundRoute: RouteConfigEntry = route('*', 'app/pages/errors/not-found.tsx');

/** Stands inside the inbox, beside the list. */
export const threadRoute: RouteConfigEntry = route(':id', 'app/pages/thread.tsx');

/** Stand inside the settings. */
export const settingsRoutes: RouteConfigEntry[] = [route('data', 'app/pages/settings-data.tsx')];
