/** Face, React: who sells, as pages show it. The whole of it is fetched where it is drawn. */
import { lazyPart } from '#ui/lazy-part.ts';

export const SellerTermsPanel = lazyPart(() => import('./components/seller-terms-panel.tsx'));
