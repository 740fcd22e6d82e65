import type { Secrets } from '#testing/secrets.ts';
import type { Answer, TestMarket, TestMember } from '#testing/server.ts';

interface Line {
  log?: string;
  kind: string;
  outcome: string;
  [fact: string]: unknown;
}

const common = ['at', 'log', 'kind', 'outcome', 'actor', 'member', 'account', 'client', 'request'];

/** The security log's lines among all that a run wrote, and which kinds of them were read. */
function securityLines(output: readonly string[]) {
  const seen = new Set<string>();
  let read = 0;
  const said = (from = 0): Line[] =>
    output.slice(from).flatMap((line) => {
      const parsed = line.startsWith('{') ? (JSON.parse(line) as Line) : null;
      return parsed?.log === 'security' ? [parsed] : [];
    });

  /** What was logged since the last time, as `kind outcome` and the facts. */
  function updates(): string[] {
    const lines = said(read);
    read = output.length;
    return lines.map((line) => {
      seen.add(`${line.kind} ${line.outcome}`);
      const facts = Object.entries(line).flatMap(([name, value]) => (common.includes(name) ? [] : [String(value)]));
      return [line.kind, line.outcome, ...facts].join(' ');
    });
  }
  return { said, updates, seen };
}

/** A market whose whole output is captured, and the actions of its members. */
export function securityRun() {
  const at = {} as { market: TestMarket; secrets: Secrets };
  const output: string[] = [];
  let place = 0;
  const from = () => ({ 'x-forwarded-for': `198.51.100.${++place}` });
  const cookiesOf = ({ headers }: Answer) =>
    headers.getSetCookie().flatMap((line) => (/^[^=]+=;/.test(line) ? [] : (line.split(';')[0] ?? [])));
  return {
    at,
    output,
    ...securityLines(output),
    from,
    signIn: (email: string, password: string) =>
      at.market.request('POST', '/api/auth/sign-in/email', { body: { email, password }, headers: from() }),
    goOn: (member: TestMember, answer: Answer) => {
      member.cookie = cookiesOf(answer).join('; ') || member.cookie;
    },
    post: (path: string, as: TestMember, body: unknown = {}) => at.market.request('POST', path, { as, body }),
  };
}
export type SecurityRun = ReturnType<typeof securityRun>;
