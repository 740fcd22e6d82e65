/** Public API in the browser: the seller's status. The full panel is loaded lazily. */
import { lazyPart } from '#ui/lazy-part.ts';

export const SellerTermsPanel = lazyPart(() => import('./components/seller-terms-panel.tsx'));
