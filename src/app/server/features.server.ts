import { feature as addresses } from '#features/addresses/feature.server.ts';
import { feature as operator } from '#features/admin/feature.server.ts';
import { feature as ads } from '#features/ads/feature.server.ts';
import { feature as alerts } from '#features/alerts/feature.server.ts';
import { feature as entry } from '#features/auth/feature.server.ts';
import { feature as bulk } from '#features/bulk/feature.server.ts';
import { feature as cardReports } from '#features/card-reports/feature.server.ts';
import { feature as cart } from '#features/cart/feature.server.ts';
import { feature as catalogue } from '#features/catalogue/feature.server.ts';
import { feature as fees } from '#features/fees/feature.server.ts';
import { feature as imports } from '#features/imports/feature.server.ts';
import { feature as ledger } from '#features/ledger/feature.server.ts';
import { feature as legal } from '#features/legal/feature.server.ts';
import { feature as listings } from '#features/listings/feature.server.ts';
import { feature as members } from '#features/members/feature.server.ts';
import { feature as messages } from '#features/messages/feature.server.ts';
import { feature as rulings } from '#features/moderation/feature.server.ts';
import { feature as notifications } from '#features/notifications/feature.server.ts';
import { feature as offers } from '#features/offers/feature.server.ts';
import { feature as orders } from '#features/orders/feature.server.ts';
import { feature as payouts } from '#features/payouts/feature.server.ts';
import { feature as prices } from '#features/prices/feature.server.ts';
import { feature as reviews } from '#features/reviews/feature.server.ts';
import { feature as shipping } from '#features/shipping/feature.server.ts';
import { feature as tiers } from '#features/tiers/feature.server.ts';
import { feature as traders } from '#features/traders/feature.server.ts';
import { feature as guides } from '#features/tutorials/feature.server.ts';
import { feature as absence } from '#features/vacations/feature.server.ts';
import { feature as lists } from '#features/want-lists/feature.server.ts';
import { feature as wanted } from '#features/wanted/feature.server.ts';
import type { Feature } from '#platform/feature.ts';
import { type Composition, composeMarket } from './compose.server.ts';

/** The features of this app, left to right: a feature may use the public API of those before it. */
export const features: readonly Feature[] = [
  members,
  tiers,
  entry,
  guides,
  catalogue,
  ads,
  notifications,
  messages,
  cardReports,
  absence,
  traders,
  legal,
  fees,
  addresses,
  shipping,
  ledger,
  listings,
  prices,
  imports,
  offers,
  wanted,
  lists,
  bulk,
  alerts,
  orders,
  cart,
  payouts,
  reviews,
  rulings,
  operator,
];

export const market: Composition = composeMarket(features);
