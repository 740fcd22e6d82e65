/** Face, React: what pages and the frame may place. */
export { GuideOffer } from './components/guide-offer.tsx';
export { GuidesProvider } from './components/guides-provider.tsx';
