/**
 * Names of the icons of navigation links: a feature names one in its manifest, `ui/page/place-icons.ts` and
 * `ui/page/inner-icons.ts` render them.
 */
export type FrameIcon =
  | 'browse'
  | 'sell'
  | 'sign-in'
  | 'join'
  | 'dashboard'
  | 'offers'
  | 'orders'
  | 'person'
  | 'settings'
  | 'premium'
  | 'operator'
  | 'bell'
  | 'cart'
  | 'messages'
  | 'wants';
export type InnerIcon =
  | 'overview'
  | 'listings'
  | 'favorites'
  | 'searches'
  | 'rules'
  | 'lists'
  | 'payouts'
  | 'reviews'
  | 'profile'
  | 'vacation'
  | 'addresses'
  | 'shipping'
  | 'security'
  | 'appearance'
  | 'mails'
  | 'blocks'
  | 'subscription'
  | 'guides'
  | 'data';
export type PlaceIcon = FrameIcon | InnerIcon;
