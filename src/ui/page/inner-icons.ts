import {
  Ban,
  Banknote,
  Bell,
  BellRing,
  Compass,
  CreditCard,
  Database,
  Heart,
  House,
  ListChecks,
  type LucideIcon,
  MapPin,
  Palette,
  ShieldCheck,
  Star,
  Tag,
  TreePalm,
  TrendingUp,
  Truck,
  UserRound,
} from 'lucide-react';
import type { InnerIcon, PlaceIcon } from '#kernel/place-icon.ts';
import { frameIcon } from './place-icons.ts';

/** Icons of entries inside pages, separate from the frame's so that only these pages load them. */
const innerIcons: Record<InnerIcon, LucideIcon> = {
  overview: House,
  listings: Tag,
  favorites: Heart,
  searches: BellRing,
  rules: TrendingUp,
  lists: ListChecks,
  payouts: Banknote,
  reviews: Star,
  profile: UserRound,
  vacation: TreePalm,
  addresses: MapPin,
  shipping: Truck,
  security: ShieldCheck,
  appearance: Palette,
  mails: Bell,
  blocks: Ban,
  subscription: CreditCard,
  guides: Compass,
  data: Database,
};

/** The icon of a place on the dashboard or in the settings. */
export function innerIcon(name: PlaceIcon | undefined): LucideIcon {
  return (innerIcons as Partial<Record<PlaceIcon, LucideIcon>>)[name ?? 'person'] ?? frameIcon(name);
}
