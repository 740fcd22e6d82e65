import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** The target of the link in a suspension's email. */
export const decisionRoutes: RouteConfigEntry[] = [route('appeal', 'features/moderation/pages/appeal.tsx')];

/** The decisions section of the settings. */
export const decisionSettings: RouteConfigEntry[] = [
  route('decisions', 'features/moderation/pages/settings-decisions.tsx'),
  route('decisions/:id', 'features/moderation/pages/settings-decision.tsx'),
];
