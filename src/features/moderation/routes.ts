import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** Where the link of a suspension's mail leads. */
export const decisionRoutes: RouteConfigEntry[] = [route('appeal', 'features/moderation/pages/appeal.tsx')];

/** This room's section of the settings. */
export const decisionSettings: RouteConfigEntry[] = [
  route('decisions', 'features/moderation/pages/settings-decisions.tsx'),
  route('decisions/:id', 'features/moderation/pages/settings-decision.tsx'),
];
