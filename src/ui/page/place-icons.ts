import {
  Bell,
  Crown,
  Handshake,
  LayoutDashboard,
  LogIn,
  type LucideIcon,
  MessageSquare,
  Package,
  Plus,
  ScanSearch,
  Search,
  Settings,
  ShieldCheck,
  ShoppingCart,
  Square,
  User,
  UserPlus,
} from 'lucide-react';
import type { FrameIcon, PlaceIcon } from '#kernel/place-icon.ts';

/** Icons of the layout: each costs every page some hundred bytes. */
const frameIcons: Record<FrameIcon, LucideIcon> = {
  browse: Search,
  sell: Plus,
  'sign-in': LogIn,
  join: UserPlus,
  dashboard: LayoutDashboard,
  offers: Handshake,
  orders: Package,
  person: User,
  settings: Settings,
  premium: Crown,
  operator: ShieldCheck,
  bell: Bell,
  cart: ShoppingCart,
  messages: MessageSquare,
  wants: ScanSearch,
};

/** The icon of a place in the header, its menu and the bar. */
export function frameIcon(name: PlaceIcon | undefined): LucideIcon {
  return (frameIcons as Partial<Record<PlaceIcon, LucideIcon>>)[name ?? 'person'] ?? Square;
}
