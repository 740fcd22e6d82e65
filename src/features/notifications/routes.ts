import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/notifications/pages/${name}`;

export const notificationRoutes: RouteConfigEntry[] = [route('unsubscribe', page('unsubscribe.tsx'))];

/** Inside the dashboard's layout. */
export const notificationDashboardRoutes: RouteConfigEntry[] = [route('notifications', page('notifications.tsx'))];

/** The feature's section of the settings. */
export const notificationSettings: RouteConfigEntry[] = [route('notifications', page('settings-notifications.tsx'))];
