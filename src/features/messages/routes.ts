import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const inbox = 'features/messages/pages/inbox.tsx';

/** The inbox with a conversation beside it; `inside` is the page of one, which joins rooms. */
export const messageRoutes = (inside: RouteConfigEntry[]): RouteConfigEntry[] => [route('messages', inbox, inside)];
