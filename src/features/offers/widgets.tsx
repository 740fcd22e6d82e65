/** Face, React: offers as other pages show them. */
export { OfferCard } from './components/offer-card.tsx';
