import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const inbox = 'features/messages/pages/inbox.tsx';

/** The feature's section of the settings. */
export const messageSettings: RouteConfigEntry[] = [route('blocks', 'features/messages/pages/settings-blocks.tsx')];

/** The inbox with a conversation beside it (`inside` is the thread page, which joins features), and the report page. */
export const messageRoutes = (inside: RouteConfigEntry[]): RouteConfigEntry[] => [
  route('messages', inbox, inside),
  route('report/:kind/:id', 'features/messages/pages/report.tsx'),
];
