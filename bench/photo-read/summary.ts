import { quantile } from '../lib/statistics.ts';
import type { ReadPhoto } from './read-in-page.ts';

/** What was asked for. */
const [askedShare, askedSeconds] = [0.8, 6];

function summaryOf(read: readonly ReadPhoto[]) {
  const times = read.map(({ ms }) => ms);
  return {
    photos: read.length,
    right: read.filter(({ isRight }) => isRight).length,
    first: read.filter(({ isFirst }) => isFirst).length,
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    slowestMs: quantile(times, 1),
    cpuMs: quantile(
      read.map(({ cpuMs }) => cpuMs),
      0.5,
    ),
  };
}

/** By game, and together with what was asked for. */
export function rowsOf(read: readonly ReadPhoto[]): string[][] {
  const games = [...new Set(read.map(({ game }) => game))];
  const row = (name: string, of: readonly ReadPhoto[]) => {
    const { photos, right, first, medianMs, p95Ms, slowestMs, cpuMs } = summaryOf(of);
    const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
    return [
      name,
      String(photos),
      `${right} (${((right / photos) * 100).toFixed(0)} %)`,
      String(first),
      ...[medianMs, p95Ms, slowestMs, cpuMs].map(seconds),
    ];
  };
  const target = ['asked', '60', `≥ ${askedShare * 100} %`, '', '', '', `≤ ${askedSeconds} s`, ''];
  return [
    ...games.map((game) =>
      row(
        game,
        read.filter((one) => one.game === game),
      ),
    ),
    row('all', read),
    target,
  ];
}
