import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const inbox = 'features/messages/pages/inbox.tsx';

/** The feature's section of the settings. */
export const messageSettings: RouteConfigEntry[] = [route('blocks', 'features/messages/pages/settings-blocks.tsx')];

/**
 * Rendered inside the dashboard's frame: the inbox with a conversation beside it. `inside` is the thread page, which
 * joins features.
 */
export const messageDashboardRoutes = (inside: RouteConfigEntry[]): RouteConfigEntry[] => [
  route('messages', inbox, inside),
];

export const messageRoutes: RouteConfigEntry[] = [route('report/:kind/:id', 'features/messages/pages/report.tsx')];
