import type { ConditionKey } from '#ui/card/conditions.ts';

interface Wear {
  /** Radius of the corners: they blunt with use. */
  round: number;
  /** White along the edge: stroke width, and where it shows as a dash pattern. */
  edge: number;
  dashes: string;
  scratches: number;
  isCreased: boolean;
}

const wear: Record<ConditionKey, Wear> = {
  mint: { round: 30, edge: 0, dashes: '', scratches: 0, isCreased: false },
  near_mint: { round: 30, edge: 10, dashes: '14 820 10 2200', scratches: 0, isCreased: false },
  excellent: { round: 30, edge: 13, dashes: '16 190 9 330 22 410 10 160 14 240', scratches: 1, isCreased: false },
  good: { round: 36, edge: 16, dashes: '70 150 16 70 120 210 34 100', scratches: 3, isCreased: false },
  light_played: { round: 44, edge: 20, dashes: '170 46 64 34 230 60', scratches: 5, isCreased: false },
  played: { round: 58, edge: 28, dashes: '420 16 260 9', scratches: 8, isCreased: false },
  poor: { round: 66, edge: 34, dashes: '', scratches: 9, isCreased: true },
  unknown: { round: 30, edge: 0, dashes: '', scratches: 0, isCreased: false },
};

/** Deterministic pseudo-random numbers, so that server and browser render the same. */
function scatter(index: number): number {
  return ((index * 7919 + 104729) % 997) / 997;
}

/** The back of a card with the wear that a condition allows. A drawing, so that no member's card is the bad example. */
export function GradeSketch({ condition }: { condition: ConditionKey }) {
  const { round, edge, dashes, scratches, isCreased } = wear[condition];
  return (
    <svg viewBox="0 0 630 880" aria-hidden="true">
      <rect width="630" height="880" rx={round} fill="#101426" />
      <rect x="40" y="40" width="550" height="800" rx="18" fill="#26357c" />
      <rect x="64" y="64" width="502" height="752" rx="12" fill="none" stroke="#d9b25f" strokeWidth="6" opacity=".75" />
      <ellipse cx="315" cy="440" rx="170" ry="230" fill="none" stroke="#d9b25f" strokeWidth="6" opacity=".6" />
      {condition === 'unknown' ? (
        <text x="315" y="520" textAnchor="middle" fontSize="230" fontWeight="700" fill="#d9b25f">
          ?
        </text>
      ) : (
        <path d="M315 330Q315 440 425 440Q315 440 315 550Q315 440 205 440Q315 440 315 330Z" fill="#d9b25f" />
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
