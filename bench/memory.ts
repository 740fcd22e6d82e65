import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process, in megabytes; 0 once it has ended. */
export function residentMb(pid: number): number {
  return field(pid, 'VmRSS') / 1_024;
}

/** The same of all processes that it has started, and of theirs. Pages that they share are counted in each. */
export function childrenMb(pid: number): number {
  const parents = new Map(processIds().map((id) => [id, field(id, 'PPid')]));
  const isBelow = (id: number): boolean => {
    const parent = parents.get(id) ?? 0;
    return parent === pid || (parent > 1 && isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow).reduce((sum, id) => sum + residentMb(id), 0);
}

const processIds = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function field(pid: number, name: string): number {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
