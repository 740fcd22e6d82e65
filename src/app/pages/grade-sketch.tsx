import type { ConditionKey } from '#ui/conditions.ts';

/** Wear as it is drawn: how blunt the corners are, how many white marks run along the edges, scratches, a crease. */
const wear: Record<ConditionKey, { round: number; specks: number; scratches: number; crease: boolean }> = {
  mint: { round: 30, specks: 0, scratches: 0, crease: false },
  near_mint: { round: 30, specks: 2, scratches: 0, crease: false },
  excellent: { round: 30, specks: 7, scratches: 1, crease: false },
  good: { round: 36, specks: 14, scratches: 3, crease: false },
  light_played: { round: 44, specks: 26, scratches: 5, crease: false },
  played: { round: 58, specks: 40, scratches: 8, crease: false },
  poor: { round: 66, specks: 46, scratches: 9, crease: true },
  unknown: { round: 30, specks: 0, scratches: 0, crease: false },
};

/** The same small numbers each time, so that server and browser draw alike. */
function scatter(index: number): number {
  return ((index * 7919 + 104729) % 997) / 997;
}

/** The back of a card with the wear that a condition allows. A drawing, so that nobody's card is shown as a bad example. */
export function GradeSketch({ condition }: { condition: ConditionKey }) {
  const { round, specks, scratches, crease } = wear[condition];
  const marks = Array.from({ length: specks }, (_, at) => edgeMark(at, specks));
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
      {marks.map(({ x, y, size }) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r={size} fill="#eef0f7" opacity=".92" />
      ))}
      {Array.from({ length: scratches }, (_, at) => {
        const x = 110 + scatter(at * 3 + 1) * 380;
        const y = 140 + scatter(at * 5 + 2) * 560;
        return (
          <path key={x} d={`M${x} ${y}l${40 + scatter(at) * 90} ${30 + scatter(at + 9) * 110}`} stroke="#eef0f7" strokeWidth="3.5" opacity=".55" />
        );
      })}
      {crease && <path d="M0 300L210 250L400 330L630 270" fill="none" stroke="#eef0f7" strokeWidth="11" opacity=".85" />}
    </svg>
  );
}

/** Marks run round the edge; every fourth sits on a corner, where wear begins. */
function edgeMark(at: number, of: number): { x: number; y: number; size: number } {
  const size = (of > 20 ? 13 : 9) + scatter(at) * 7;
  if (at % 4 === 0) {
    const corner = (at / 4) % 4;
    const off = 10 + scatter(at + 3) * 22;
    return { x: corner % 2 === 0 ? off : 630 - off, y: corner < 2 ? off : 880 - off, size };
  }
  const along = scatter(at * 2 + 5);
  const side = at % 4;
  if (side === 1) return { x: 7, y: 40 + along * 800, size };
  if (side === 2) return { x: 623, y: 40 + along * 800, size };
  return { x: 40 + along * 550, y: at % 8 === 3 ? 873 : 7, size };
}
