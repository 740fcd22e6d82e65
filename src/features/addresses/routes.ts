import { type RouteConfigEntry, route } from '@react-router/dev/routes';

/** The address book in the settings. */
export const addressSettings: RouteConfigEntry[] = [
  route('addresses', 'features/addresses/pages/addresses.tsx'),
  route('addresses/:id', 'features/addresses/pages/address.tsx'),
];
