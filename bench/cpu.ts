import { readdirSync, readFileSync } from 'node:fs';

/** Of `/proc/PID/stat` what follows the name: its parent, and ticks of a hundredth of a second, as Linux counts them for every process. */
function statOf(pid: number | string | undefined): { parent: number; own: number; ended: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number);
    const at = (n: number) => fields[n] ?? 0;
    return { parent: at(1), own: (at(11) + at(12)) * 10, ended: (at(13) + at(14)) * 10 };
  } catch {
    return null;
  }
}

/** Processor time that a process has used so far, all threads, in milliseconds. */
export function usedCpuMs(pid: number | undefined): number {
  return statOf(pid)?.own ?? 0;
}

/** The same with its children, those that have ended too: of a PostgreSQL server each connection is one. */
export function familyCpuMs(pid: number | undefined): number {
  const head = statOf(pid);
  if (!head) return 0;
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return children.reduce((sum, child) => {
    const stat = statOf(child);
    return stat && stat.parent === pid ? sum + stat.own : sum;
  }, head.own + head.ended);
}
