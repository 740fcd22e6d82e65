import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/payouts/pages/${name}`;

/** Rendered inside the dashboard's frame. */
export const payoutDashboardRoutes: RouteConfigEntry[] = [
  route('dashboard/payouts', page('payouts.tsx')),
  route('dashboard/payouts/bank', page('bank-payouts.tsx')),
  route('dashboard/payouts/account', page('account.tsx')),
  route('dashboard/payouts/tax-details', page('tax-details.tsx')),
  route('dashboard/payouts/statements', page('statements.tsx')),
];
