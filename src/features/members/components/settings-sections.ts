import { Bell, Compass, CreditCard, Database, type LucideIcon, Palette, ShieldCheck, UserRound } from 'lucide-react';

export interface SettingsSection {
  to: string;
  label: string;
  /** What is found there, for the rows of small screens. */
  about: string;
  icon: LucideIcon;
}

/** The sections of the settings, in the order in which they stand. A room adds its own together with its page. */
export const settingsSections: readonly SettingsSection[] = [
  { to: '/settings/profile', label: 'Profile', about: 'Picture, name and what others see of you', icon: UserRound },
  { to: '/settings/security', label: 'Security', about: 'Password, ways to sign in, devices', icon: ShieldCheck },
  { to: '/settings/appearance', label: 'Appearance', about: 'The theme of the market', icon: Palette },
  { to: '/settings/notifications', label: 'Notifications', about: 'Which mails you get', icon: Bell },
  { to: '/settings/subscription', label: 'Subscription', about: 'Your plan, its renewal and invoices', icon: CreditCard },
  { to: '/settings/guides', label: 'Guides', about: 'Take a tour again, show hints again', icon: Compass },
  { to: '/settings/data', label: 'Data', about: 'Download or delete what is yours', icon: Database },
];

/** `/settings` is the profile where there is room for the sections beside it, and the list of them where there is not. */
export const settingsRoot = '/settings';

export function sectionOf(pathname: string): SettingsSection | undefined {
  return settingsSections.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
}
