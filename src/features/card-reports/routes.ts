import { type RouteConfigEntry, route } from '@react-router/dev/routes';

export const cardReportRoutes: RouteConfigEntry[] = [
  route('card-reports/:id', 'features/card-reports/pages/report-card.tsx'),
];
