import { layout, type RouteConfig } from '@react-router/dev/routes';
import { addressSettings } from '#features/addresses/routes.ts';
import { adminRoutes } from '#features/admin/routes.ts';
import { authRoutes, authSettings } from '#features/auth/routes.ts';
import { cardReportRoutes } from '#features/card-reports/routes.ts';
import { cartRoutes } from '#features/cart/routes.ts';
import { decisionRoutes, decisionSettings } from '#features/moderation/routes.ts';
import { guideSettings } from '#features/tutorials/routes.ts';
import { vacationsRoutes } from '#features/vacations/routes.ts';
import { listDashboardRoutes, listRoutes } from '#features/want-lists/routes.ts';
import {
  routes as appRoutes,
  dashboardRoutes,
  notFoundRoute,
  settingsRoutes,
  threadRoute,
} from './app/pages/routes.ts';
import { alertDashboardRoutes, alertRoutes } from './features/alerts/routes.ts';
import { bulkDashboardRoutes } from './features/bulk/routes.ts';
import { catalogueRoutes } from './features/catalogue/routes.ts';
import { importDashboardRoutes, importRoutes } from './features/imports/routes.ts';
import { listingDashboardRoutes, listingRoutes } from './features/listings/routes.ts';
import { memberRoutes } from './features/members/routes.ts';
import { messageDashboardRoutes, messageRoutes, messageSettings } from './features/messages/routes.ts';
import {
  notificationDashboardRoutes,
  notificationRoutes,
  notificationSettings,
} from './features/notifications/routes.ts';
import { offerDashboardRoutes, offerRoutes } from './features/offers/routes.ts';
import { orderDashboardRoutes, orderRoutes } from './features/orders/routes.ts';
import { payoutDashboardRoutes } from './features/payouts/routes.ts';
import { priceRoutes } from './features/prices/routes.ts';
import { reviewDashboardRoutes } from './features/reviews/routes.ts';
import { shippingDashboardRoutes } from './features/shipping/routes.ts';
import { tierRoutes, tierSettings } from './features/tiers/routes.ts';
import { traderSettings } from './features/traders/routes.ts';
import { wantedDashboardRoutes, wantedRoutes } from './features/wanted/routes.ts';

/** Joins the features' routes. Each feature's routes.ts names its addresses. */
export default [
  layout('app/rendering/page-boundary.tsx', [
    ...appRoutes,
    ...authRoutes,
    // A member's own pages share the dashboard's side navigation.
    layout('app/pages/dashboard/dashboard-frame.tsx', [
      ...dashboardRoutes,
      ...listingDashboardRoutes,
      ...bulkDashboardRoutes,
      ...importDashboardRoutes,
      ...offerDashboardRoutes,
      ...orderDashboardRoutes,
      ...shippingDashboardRoutes,
      ...payoutDashboardRoutes,
      ...listDashboardRoutes,
      ...wantedDashboardRoutes,
      ...reviewDashboardRoutes,
      ...alertDashboardRoutes,
      ...notificationDashboardRoutes,
      ...messageDashboardRoutes([threadRoute]),
    ]),
    // The settings have a side navigation of their own in its place.
    ...memberRoutes([
      ...authSettings,
      ...tierSettings,
      ...addressSettings,
      ...traderSettings,
      ...notificationSettings,
      ...messageSettings,
      ...decisionSettings,
      ...guideSettings,
      ...settingsRoutes,
    ]),
    ...messageRoutes,
    ...cardReportRoutes,
    ...vacationsRoutes,
    ...tierRoutes,
    ...catalogueRoutes,
    ...notificationRoutes,
    ...importRoutes,
    ...listingRoutes,
    ...offerRoutes,
    ...wantedRoutes,
    ...listRoutes,
    ...alertRoutes,
    ...priceRoutes,
    ...orderRoutes,
    ...cartRoutes,
    ...decisionRoutes,
    ...adminRoutes,
    notFoundRoute,
  ]),
] satisfies RouteConfig;
