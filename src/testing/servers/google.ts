import type { Answer, TestMarket } from '../server.ts';

/** A browser without script: it stores cookies, and follows links on request. */
export interface Traveller {
  cookies: Map<string, string>;
  get(url: string): Promise<Answer<string>>;
  /** Opens Google's page by the app's link; returns the URL of that page. */
  leave(query?: Record<string, string>): Promise<string>;
  /** Submits Google's page; returns the URL to which Google redirects the browser. */
  answerAs(request: string, form: Record<string, string>): Promise<string>;
  /** The whole sign-in with this email address; returns where it ends. */
  travel(
    form: Record<string, string>,
    query?: Record<string, string>,
  ): Promise<{ to: string; back: string; answer: Answer<string> }>;
  cookie(): string;
}

let browsers = 0;

export function traveller(market: TestMarket, cookie = ''): Traveller {
  const cookies = new Map(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
  );
  browsers++;
  const address = `100.64.${(browsers >> 8) & 255}.${browsers & 255}`;
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const self: Traveller = {
    cookies,
    cookie: header,
    async get(url) {
      const path = url.startsWith(market.url) ? url.slice(market.url.length) : url;
      const answer = await market.request<string>('GET', path, {
        headers: { cookie: header(), 'x-forwarded-for': address },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
    async leave(query = {}) {
      const { headers } = await self.get(`/api/auth/google?${new URLSearchParams(query)}`);
      return headers.get('location') ?? '';
    },
    async answerAs(request, form) {
      const body = new URLSearchParams({ ...form, request: new URL(request).search.slice(1) }).toString();
      const answer = await market.request('POST', '/sandbox/google/authorize', {
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      return answer.headers.get('location') ?? '';
    },
    async travel(form, query = {}) {
      const back = await self.answerAs(await self.leave(query), form);
      const answer = await self.get(back);
      return { to: answer.headers.get('location') ?? '', back, answer };
    },
  };
  return self;
}
