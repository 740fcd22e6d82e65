const petals = [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330];

/** The back of a card, for empty states and for copies without a photo. Drawn for this product, no publisher's design. */
export function CardBack({ className = 'card-art' }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 630 880" aria-hidden="true">
      <rect width="630" height="880" rx="30" fill="#101426" />
      <rect x="24" y="24" width="582" height="832" rx="16" fill="#222f6d" />
      <ellipse cx="315" cy="440" rx="270" ry="360" fill="#35479b" opacity=".45" />
      <g fill="none" stroke="#d9b25f">
        <rect x="46" y="46" width="538" height="788" rx="10" strokeWidth="4" opacity=".8" />
        <rect x="58" y="58" width="514" height="764" rx="8" strokeWidth="1.5" opacity=".6" />
        <ellipse cx="315" cy="440" rx="222" ry="300" strokeWidth="3" opacity=".6" />
        {petals.map((turn) => (
          <path
            key={turn}
            d="M315 440C360 372 356 300 315 250C274 300 270 372 315 440Z"
            strokeWidth="4"
            opacity=".85"
            transform={`rotate(${turn} 315 440)`}
          />
        ))}
      </g>
      <circle cx="315" cy="440" r="40" fill="#d9b25f" />
      <circle cx="315" cy="440" r="26" fill="#1a2350" />
      <path d="M315 420Q315 440 335 440Q315 440 315 460Q315 440 295 440Q315 440 315 420Z" fill="#d9b25f" />
    </svg>
  );
}
