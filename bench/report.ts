import type { Measured } from './measure.ts';
import type { Scenario } from './scenarios.ts';

export interface Target {
  what: string;
  measured: string;
  asked: string;
  met: boolean;
}

export function table(head: string[], rows: string[][]): string {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]) => cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ');
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

export function resultTable(measured: Measured[], references: Measured[]): string {
  const at = (name: RegExp, connections: number) =>
    references.find((entry) => name.test(entry.scenario) && entry.connections === connections)?.app.rate;
  const share = (rate: number, of: number | undefined) => (of === undefined ? '' : (rate / of).toFixed(2));
  return table(
    ['', 'conns', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs', 'bare req/s', 'bare CPU µs', 'of bare', 'by CPU', 'of hello', 'of SELECT', 'peak MB'],
    [...references, ...measured].map((entry) => [
      entry.scenario,
      String(entry.connections),
      entry.app.rate.toFixed(0),
      entry.app.p50.toFixed(1),
      entry.app.p99.toFixed(1),
      entry.app.cpuUs.toFixed(0),
      entry.bare ? entry.bare.rate.toFixed(0) : '',
      entry.bare ? entry.bare.cpuUs.toFixed(0) : '',
      entry.ratio === null ? '' : entry.ratio.toFixed(2),
      entry.cpuRatio === null ? '' : entry.cpuRatio.toFixed(2),
      share(entry.app.rate, at(/hello/, entry.connections)),
      share(entry.app.rate, at(/SELECT/, entry.connections)),
      references.includes(entry) ? '' : entry.peakMb.toFixed(0),
    ]),
  );
}

/** Each number that was asked for on a market of this size beside what came out, at the worse of the connection counts. */
export function targets(scenarios: Scenario[], measured: Measured[], memoryMb: number, isLarge: boolean): Target[] {
  const list: Target[] = [];
  for (const scenario of scenarios) {
    const of = measured.filter((entry) => entry.scenario === scenario.name);
    if (of.length === 0) continue;
    if (of.some((entry) => entry.app.answered === 0 || entry.bare?.answered === 0))
      list.push({ what: `${scenario.name}: rounds without any answer`, measured: 'some', asked: 'none', met: false });
    const failed = of.reduce((sum, entry) => sum + entry.app.failed + (entry.bare?.failed ?? 0), 0);
    if (failed > 0) list.push({ what: `${scenario.name}: failed requests`, measured: String(failed), asked: '0', met: false });
    if (scenario.atLeast !== undefined) {
      const worst = Math.min(...of.map((entry) => entry.ratio ?? 0));
      list.push({
        what: `${scenario.name}, of ${of[0]?.does}`,
        measured: worst.toFixed(2),
        asked: `≥ ${scenario.atLeast}`,
        met: worst >= scenario.atLeast,
      });
    }
    const p99 = (isLarge ? scenario.largeP99 : undefined) ?? scenario.p99;
    if (p99 !== undefined) {
      const { p99At } = scenario;
      const worst = Math.max(...of.filter(({ connections }) => p99At === undefined || p99At === connections).map((entry) => entry.app.p99));
      list.push({ what: `${scenario.name}, p99 ms`, measured: worst.toFixed(1), asked: `≤ ${p99}`, met: worst <= p99 });
    }
    if (scenario.rate !== undefined) {
      const worst = Math.min(...of.map((entry) => entry.app.rate));
      list.push({ what: `${scenario.name}, a second`, measured: worst.toFixed(0), asked: `≥ ${scenario.rate}`, met: worst >= scenario.rate });
    }
  }
  const mostMb = isLarge ? 350 : 250;
  list.push({ what: 'memory under load, MB', measured: memoryMb.toFixed(0), asked: `≤ ${mostMb}`, met: memoryMb <= mostMb });
  return list;
}

/** The median wait of each read on a large market beside the same on a small one. */
export function growth(small: Measured[], large: Measured[]): Target[] {
  return large.flatMap((entry) => {
    const before = small.find((other) => other.scenario === entry.scenario && other.connections === entry.connections);
    if (!before || /create|buy/.test(entry.scenario)) return [];
    const ratio = entry.app.answered === 0 ? Number.POSITIVE_INFINITY : entry.app.p50 / before.app.p50;
    return [
      {
        what: `${entry.scenario}, ${entry.connections} conns, p50 to that of the small market`,
        measured: ratio.toFixed(2),
        asked: '≤ 1.5',
        met: ratio <= 1.5,
      },
    ];
  });
}

export function targetTable(list: Target[]): string {
  return table(
    ['asked', 'measured', 'asked for', ''],
    list.map((target) => [target.what, target.measured, target.asked, target.met ? 'ok' : 'SHORT']),
  );
}
