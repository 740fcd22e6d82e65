/** Public API in the browser. */
export { AddToCart, AddToCartButton } from './components/add-to-cart.tsx';
