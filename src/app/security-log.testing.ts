interface Line {
  log?: string;
  kind: string;
  outcome: string;
  [fact: string]: unknown;
}

const common = ['at', 'log', 'kind', 'outcome', 'actor', 'member', 'account', 'client', 'request'];

/** The security log's lines among all that a run wrote, and which kinds of them were read. */
export function securityLines(output: readonly string[]) {
  const seen = new Set<string>();
  let read = 0;
  const said = (from = 0): Line[] =>
    output.slice(from).flatMap((line) => {
      const parsed = line.startsWith('{') ? (JSON.parse(line) as Line) : null;
      return parsed?.log === 'security' ? [parsed] : [];
    });

  /** What was told since the last time, as `kind outcome` and the facts. */
  function news(): string[] {
    const lines = said(read);
    read = output.length;
    return lines.map((line) => {
      seen.add(`${line.kind} ${line.outcome}`);
      const facts = Object.entries(line).flatMap(([name, value]) => (common.includes(name) ? [] : [String(value)]));
      return [line.kind, line.outcome, ...facts].join(' ');
    });
  }
  return { said, news, seen };
}
