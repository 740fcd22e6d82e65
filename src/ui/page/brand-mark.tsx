/** The product's own sign: two sleeved cards and a spark. */
export function BrandMark() {
  return (
    <svg width="30" height="30" viewBox="0 0 30 30" aria-hidden="true">
      <rect
        x="4.2"
        y="5.6"
        width="14"
        height="19.6"
        rx="2.6"
        transform="rotate(-12 11 15)"
        fill="var(--accent)"
        opacity=".32"
      />
      <rect x="10.6" y="4.4" width="14.6" height="20.4" rx="2.8" transform="rotate(8 18 14.5)" fill="var(--accent)" />
      <path
        d="M18.6 9.4q0 5.1 5.1 5.1-5.1 0-5.1 5.1 0-5.1-5.1-5.1 5.1 0 5.1-5.1Z"
        fill="var(--on-accent)"
        transform="rotate(8 18 14.5)"
      />
    </svg>
  );
}
