import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** What a process spent its time on, from the folder that `--profile` named: by module and by function, the time in a function itself. */
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { top: { type: 'string', default: '40' }, from: { type: 'string', default: '0.5' } },
});
const [folder = ''] = positionals;

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

/** The last part of the run: its beginning is the start of the process and the warming up. */
function selfTimes({ samples, timeDeltas }: Profile): Map<number, number> {
  const self = new Map<number, number>();
  const first = Math.floor(samples.length * Number(flags.from));
  for (let at = first; at < samples.length; at++) {
    const id = samples[at] as number;
    self.set(id, (self.get(id) ?? 0) + (timeDeltas[at] ?? 0));
  }
  return self;
}

const moduleOf = (url: string) =>
  url
    .replace(/^file:\/\//, '')
    .replace(/^.*node_modules\//, '')
    .replace(/^.*\/build\/program\//, '')
    .replace(/^node:/, 'node:') || '(engine)';

function print(title: string, times: Map<string, number>, all: number): void {
  process.stdout.write(`\n${title}\n`);
  for (const [name, time] of [...times].sort((a, b) => b[1] - a[1]).slice(0, Number(flags.top)))
    process.stdout.write(`${((time / all) * 100).toFixed(1).padStart(6)} %  ${(time / 1_000).toFixed(0).padStart(7)} ms  ${name}\n`);
}

for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))) {
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile;
  const self = selfTimes(profile);
  const byModule = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let busy = 0;
  for (const { id, callFrame } of profile.nodes) {
    const time = self.get(id) ?? 0;
    if (callFrame.functionName === '(idle)' || time === 0) continue;
    busy += time;
    const module = moduleOf(callFrame.url);
    const name = `${callFrame.functionName || '(anonymous)'}  ${module}:${callFrame.lineNumber + 1}`;
    byModule.set(module, (byModule.get(module) ?? 0) + time);
    byFunction.set(name, (byFunction.get(name) ?? 0) + time);
  }
  process.stdout.write(`${file}: ${(busy / 1_000).toFixed(0)} ms busy\n`);
  print('by module', byModule, busy);
  print('by function', byFunction, busy);
}
