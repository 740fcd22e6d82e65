import type { Wear } from './condition-guide.ts';

/** Deterministic pseudo-random numbers, so that server and browser render the same. */
function scatter(index: number): number {
  return ((index * 7919 + 104729) % 997) / 997;
}

/** The back of a card with the wear that a condition allows. A drawing, so that no member's card is the bad example. */
export function GradeSketch({ wear, isKnown }: { wear: Wear; isKnown: boolean }) {
  const { round, edge, dashes, scratches, isCreased } = wear;
  return (
    <svg viewBox="0 0 630 880" aria-hidden="true">
      <rect width="630" height="880" rx={round} fill="#101426" />
      <rect x="40" y="40" width="550" height="800" rx="18" fill="#26357c" />
      <rect x="64" y="64" width="502" height="752" rx="12" fill="none" stroke="#d9b25f" strokeWidth="6" opacity=".75" />
      <ellipse cx="315" cy="440" rx="170" ry="230" fill="none" stroke="#d9b25f" strokeWidth="6" opacity=".6" />
      {isKnown ? (
        <path d="M315 330Q315 440 425 440Q315 440 315 550Q315 440 205 440Q315 440 315 330Z" fill="#d9b25f" />
      ) : (
        <text x="315" y="520" textAnchor="middle" fontSize="230" fontWeight="700" fill="#d9b25f">
          ?
        </text>
      )}
      {edge > 0 && (
        <rect
          x={edge / 2}
          y={edge / 2}
          width={630 - edge}
          height={880 - edge}
          rx={round - edge / 2}
          fill="none"
          stroke="#eef0f7"
          strokeWidth={edge}
          strokeDasharray={dashes || undefined}
          opacity=".9"
        />
      )}
      {Array.from({ length: scratches }, (_, at) => {
        const x = Math.round(110 + scatter(at * 3 + 1) * 380);
        const y = Math.round(140 + scatter(at * 5 + 2) * 560);
        const across = Math.round(40 + scatter(at) * 90);
        const down = Math.round(30 + scatter(at + 9) * 110);
        return <path key={x} d={`M${x} ${y}l${across} ${down}`} stroke="#eef0f7" strokeWidth="4" opacity=".55" />;
      })}
      {isCreased && (
        <path d="M0 300L210 250L400 330L630 270" fill="none" stroke="#eef0f7" strokeWidth="11" opacity=".85" />
      )}
    </svg>
  );
}
