import { type RouteConfigEntry, route } from '@react-router/dev/routes';

const page = (name: string) => `features/tiers/pages/${name}`;

export const tierRoutes: RouteConfigEntry[] = [route('premium', page('premium.tsx'))];

/** This feature's section of the settings. */
export const tierSettings: RouteConfigEntry[] = [route('subscription', page('subscription.tsx'))];
