import { chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../dev/chromium.ts';
import { shareOf } from './render.ts';
import { type Target, table } from './report.ts';

const times = 20;

export interface TalkScreen {
  url: string;
  /** Whoever looks: `name=value` of their session. */
  cookie: string;
  memberId: string;
  /** Those who write to them. */
  tokens: readonly string[];
  say(line: string): void;
}

/** What a member sees in a browser: how long after a message the header's number is another one, and how long until an open thread shows it. */
export async function benchTalkScreen({ url, cookie, memberId, tokens, say }: TalkScreen): Promise<Target[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    const write = async (path: string, token: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as { createdAt: string; threadId: string; message?: { createdAt: string; threadId: string } };
    };
    await page.goto(`${url}/settings`);
    await page.waitForTimeout(3_000);
    const counter: number[] = [];
    let threadId = '';
    for (let n = 0; n < times; n++) {
      // Waited for together: where the one fails, the other's end is nobody's surprise, and what this started is ended in order.
      const [seen, sent] = await Promise.all([
        changes(page, '[data-testid="counter-messages"]'),
        write('/api/threads', tokens[n] ?? '', { recipientId: memberId, text: `A first word of number ${n}` }),
      ]);
      const { createdAt, threadId: opened } = sent.message ?? sent;
      counter.push(seen - Date.parse(createdAt));
      threadId = opened;
    }
    await page.goto(`${url}/messages/${threadId}`);
    await page.mouse.move(40, 40);
    await page.waitForTimeout(3_000);
    const shown: number[] = [];
    for (let n = 0; n < times - 1; n++) {
      const [seen, sent] = await Promise.all([
        changes(page, '[data-testid="message"]'),
        write(`/api/threads/${threadId}/messages`, tokens[times - 1] ?? '', { text: `Word ${n}` }),
      ]);
      shown.push(seen - Date.parse(sent.createdAt));
    }
    for (const list of [counter, shown]) list.sort((a, b) => a - b);
    const row = (what: string, list: number[]) => [what, String(list.length), shareOf(list, 0.5).toFixed(0), shareOf(list, 1).toFixed(0)];
    say(table(['in a browser, ms', 'n', 'p50', 'most'], [row('the counter', counter), row('an open thread', shown)]));
    const most = shareOf(counter, 1);
    return [{ what: 'counter on screen after the event, at most', measured: `${most.toFixed(0)} ms`, asked: '≤ 1000 ms', met: most <= 1_000 }];
  } finally {
    await browser.close();
  }
}

/** When what these parts of the page say is not what it said; looked at with each picture that is drawn. */
function changes(page: Page, selector: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve, reject) => {
        const said = () => [...document.querySelectorAll(wanted)].map((part) => part.textContent).join('|');
        const before = said();
        const give = setTimeout(() => reject(new Error(`${wanted} did not change`)), 15_000);
        const look = () => {
          if (said() === before) return void requestAnimationFrame(look);
          clearTimeout(give);
          resolve(Date.now());
        };
        look();
      }),
    selector,
  );
}
