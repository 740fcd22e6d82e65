import address from './card-back.svg?no-inline';

/**
 * The back of a card, for empty states and copies without a photo: an image file, so that a page with dozens of them
 * does not contain the drawing dozens of times. Made for this product, no publisher's design.
 */
export function CardBack({ className = 'card-art' }: { className?: string }) {
  return <img className={className} src={address} alt="" width="630" height="880" decoding="async" />;
}
