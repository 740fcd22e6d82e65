import { LayoutDashboard, LogIn, Plus, Search, User, UserPlus } from 'lucide-react';
import type { BottomBarProps } from '#ui/site-header.tsx';

/** The bar of small screens. A room adds its place here together with its page. */
export function barItems(isSignedIn: boolean): BottomBarProps['items'] {
  const browse = { to: '/browse', label: 'Browse', icon: Search };
  const sell = { to: '/listings/create', label: 'Sell', icon: Plus, main: true };
  if (!isSignedIn) {
    return [browse, sell, { to: '/auth/sign-in', label: 'Sign in', icon: LogIn }, { to: '/auth/sign-up', label: 'Join', icon: UserPlus }];
  }
  return [browse, { to: '/dashboard', label: 'Dashboard', icon: LayoutDashboard }, sell, { to: '/profile', label: 'You', icon: User, end: true }];
}
