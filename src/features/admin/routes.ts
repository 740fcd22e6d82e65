import { index, type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/admin/pages/${name}`;

export const adminRoutes: RouteConfigEntry[] = [
  route('admin', page('frame.tsx'), [
    index(page('overview.tsx')),
    route('members', page('members.tsx')),
    route('members/:id', page('member.tsx')),
    route('listings/:id', page('listing.tsx')),
    route('cards/:id', page('card.tsx')),
    route('content', page('content.tsx')),
    route('certificates', page('certificates.tsx')),
    route('reviews/:id', page('review.tsx')),
    route('wanted/:id', page('wanted.tsx')),
    route('want-lists/:id', page('want-list.tsx')),
    route('orders', page('orders.tsx')),
    route('orders/:id', page('order.tsx')),
    route('reports', page('reports/reports.tsx')),
    route('reports/:id', page('reports/report.tsx')),
    route('appeals', page('appeals/appeals.tsx')),
    route('appeals/:id', page('appeals/appeal.tsx')),
    route('texts', page('texts.tsx')),
    route('market', page('market.tsx')),
    route('shipping', page('shipping.tsx')),
    route('money', page('money.tsx')),
    route('invoices', page('invoices/invoices.tsx')),
    route('invoices/tax-report', page('invoices/tax-report.tsx')),
    route('site', page('site/site.tsx')),
    route('site/logo', page('site/logo.ts')),
    route('ads', page('ads/ads.tsx')),
    route('ads/new', page('ads/ad-new.tsx')),
    route('ads/:id', page('ads/ad.tsx')),
    route('ads/:id/picture', page('ads/ad-picture.ts')),
    route('jobs', page('jobs.tsx')),
    route('health', page('health.tsx')),
    route('audit', page('audit.tsx')),
  ]),
];
