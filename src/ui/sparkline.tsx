export interface SparklineProps {
  values: readonly number[];
  /** One sentence: `Sales rose from 2 to 9 a day`. */
  summary: string;
  width?: number;
  height?: number;
}

/** The points of a line in a box, evenly spaced, with room for the last one's dot. */
export function sparkPoints(values: readonly number[], width: number, height: number): [number, number][] {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const step = values.length > 1 ? (width - 8) / (values.length - 1) : 0;
  return values.map((value, at) => [round(4 + at * step), round(height - 4 - ((value - low) / span) * (height - 8))]);
}

const round = (value: number) => Math.round(value * 10) / 10;

export function Sparkline({ values, summary, width = 92, height = 34 }: SparklineProps) {
  if (values.length === 0) return null;
  const points = sparkPoints(values, width, height);
  const last = points[points.length - 1]!;
  return (
    <svg className="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
      <polyline
        points={points.map((point) => point.join(',')).join(' ')}
        fill="none"
        stroke="var(--chart)"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx={last[0]} cy={last[1]} r="3" fill="var(--chart)" />
    </svg>
  );
}
