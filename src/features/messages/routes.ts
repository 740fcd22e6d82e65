import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const inbox = 'features/messages/pages/inbox.tsx';

/** This room's section of the settings. */
export const messageSettings: RouteConfigEntry[] = [route('blocks', 'features/messages/pages/settings-blocks.tsx')];

/**
 * The inbox with a conversation beside it (`inside` is the page of one, which joins rooms), and the page that reports
 * something.
 */
export const messageRoutes = (inside: RouteConfigEntry[]): RouteConfigEntry[] => [
  route('messages', inbox, inside),
  route('report/:kind/:id', 'features/messages/pages/report.tsx'),
];
