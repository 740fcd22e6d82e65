import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asleepPieces } from '../../../dev/asleep.ts';
import { chromiumFlags, findChromium } from '../../../dev/chromium.ts';

/** The starter in a browser, on a page with one control of each kind; what React does to it is done by hand, so that each moment is the test's. */
const controls = `<a id="link" href="/else#there">Link</a><button id="dialog" type="button">Look</button>
<form id="search" action="/browse"><input id="q" name="q" value="start"><button id="go">Search</button></form>
<form id="deed" method="post" action="/deed"><input id="name" name="name"><button id="send" name="how" value="now">Send</button></form>
<input type="checkbox" id="box"><input type="radio" id="dark" name="theme"><input type="radio" id="midnight" name="theme"><button id="open" popovertarget="menu">Menu</button><div id="menu" popover>Inside</div>`;
const held = '<script type="text/plain" data-held="/framework.js" data-watch="/watch.js">window.started = (window.started ?? 0) + 1</script>';

let browser: Browser;
let page: Page;
let html = '';
let sent: string[];
let isFrameworkThere: boolean;
/** How often the page's script has been fetched. */
let fetched: number;
let watch: string;
/** A member's page: its script starts by itself, the keeper comes when the page is there. */
let keeper: string;
const members = `<!doctype html><html><body>${controls}<link rel="modulepreload" href="/framework.js"></body></html>`;
beforeAll(async () => {
  const pieces = await asleepPieces();
  const { starter } = pieces;
  watch = pieces.watch.source;
  keeper = pieces.keeper.source;
  html = `<!doctype html><html><head><script>${starter}</script></head><body>${controls}${held}</body></html>`;
  browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
}, 60_000);
afterAll(() => browser?.close());
beforeEach(async () => {
  sent = [];
  isFrameworkThere = true;
  fetched = 0;
  await page?.context().close();
  page = await (await browser.newContext()).newPage();
  await page.clock.install();
  await page.route('http://market.test/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const script = (body: string) => route.fulfill({ contentType: 'text/javascript', body });
    if (pathname === '/framework.js') {
      fetched++;
      return isFrameworkThere ? script('') : route.abort();
    }
    if (pathname === '/watch.js') return script(watch);
    sent.push(`${route.request().method()} ${pathname}${search} ${route.request().postData() ?? ''}`.trim());
    await route.fulfill({ contentType: 'text/html', body: pathname === '/member' ? members : html });
  });
  await page.goto('http://market.test/page');
  sent = [];
});

/** React takes the page over: it marks the elements and hears what happens to them, and forms are sent by it. */
async function comesAlive(): Promise<void> {
  await page.waitForFunction(() => 'started' in window);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const element of document.querySelectorAll('body, [id]')) Object.assign(element, { __reactProps$test: {} });
    for (const type of ['click', 'input', 'submit', 'toggle', 'keydown'])
      document.addEventListener(
        type,
        (event) => {
          const { id, value } = event.target as HTMLInputElement;
          heard.push([type, id, type === 'input' ? value : ''].filter(Boolean).join(' '));
          if (type === 'submit') event.preventDefault();
        },
        true,
      );
    document.documentElement.dataset.hydrated = '';
  });
}
const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
const started = () => page.evaluate(() => (window as unknown as { started?: number }).started ?? 0);

test('[10-4] untouched, a page starts nothing; the first sign of a person starts its script once', async () => {
  expect(await started()).toBe(0);
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
  await page.waitForFunction(() => 'started' in window);
  expect([await started(), await page.locator('html[data-waking]').count()]).toEqual([1, 1]);
});

test.each([
  ['a key that is pressed for a shortcut', () => page.keyboard.press('/')],
  ['a press without pointer, key and focus, as a screen reader makes it,', () => page.evaluate("document.getElementById('dialog').click()")],
] as const)('[10-4] %s is a first sign like any other', async (_, press) => {
  await press();
  await expect.poll(started).toBe(1);
});

test('[10-4] a mouse that lies still is nobody', async () => {
  await page.evaluate(() => document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, movementX: 0, movementY: 0 })));
  expect(await page.locator('html[data-waking]').count()).toBe(0);
  await page.evaluate(() => document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, movementX: 0, movementY: 1 })));
  await page.waitForFunction(() => 'started' in window);
});

test('[10-4] a press that only the script understands is done once when it runs, however often it was pressed', async () => {
  await page.click('#dialog');
  await page.click('#dialog');
  await page.locator('#dialog').press('Enter');
  await comesAlive();
  await expect.poll(heard).toEqual(['click dialog']);
});

test('[10-4] a form that changes something is sent by the script, once, with the button that was pressed', async () => {
  await page.fill('#name', 'Mara');
  await page.click('#send');
  await page.click('#send');
  await comesAlive();
  await expect.poll(heard).toEqual(['input name Mara', 'click send', 'submit deed']);
  expect(sent).toEqual([]);
});

test('[10-4] what is typed, ticked and opened is told to the script, and focus and caret stay', async () => {
  await page.click('#open');
  await page.check('#box');
  await page.click('#q');
  await page.keyboard.press('Home');
  await page.keyboard.type('re');
  await comesAlive();
  await expect.poll(heard).toEqual(['click box', 'input box on', 'toggle menu', 'input q restart']);
  const field = await page.evaluate(() => [document.activeElement?.id, (document.activeElement as HTMLInputElement).selectionStart]);
  expect(field).toEqual(['q', 2]);
  expect(await page.isChecked('#box')).toBe(true);
});

test('[10-4] a shortcut is heard by the script; keys that are typed are not', async () => {
  await page.keyboard.press('/');
  await page.focus('#q');
  await page.keyboard.press('x');
  await comesAlive();
  await expect.poll(heard).toEqual(['input q xstart', 'keydown']);
});

test.each([
  ['a link', () => page.click('#link'), 'GET /else'],
  ['a search by its button', () => page.click('#go'), 'GET /browse?q=start'],
  ['a search by a key', () => page.press('#q', 'Enter'), 'GET /browse?q=start'],
])('[10-4] %s is the browser’s own and waits for nothing', async (_, press, asked) => {
  await press();
  await expect.poll(() => sent).toEqual([asked]);
});

test('[10-4] a press for a new tab goes on', async () => {
  await page.evaluate(() => document.querySelector('#dialog')?.addEventListener('click', () => Object.assign(window, { wasPressed: true })));
  await page.click('#dialog', { modifiers: ['Meta'] });
  await page.waitForFunction(() => 'wasPressed' in window);
});

test('[10-4] a form does not wait for ever: the browser sends it', async () => {
  await page.fill('#name', 'Mara');
  await page.click('#send');
  await page.waitForFunction(() => 'started' in window);
  await page.clock.runFor(9_000);
  expect(sent).toEqual([]);
  await page.clock.runFor(1_000);
  await expect.poll(() => sent).toEqual(['POST /deed name=Mara&how=now']);
  await page.waitForURL('**/deed');
});

test('[10-4] where the script does not come, forms are sent, other presses load the page anew, and nothing is loaded while offline', async () => {
  isFrameworkThere = false;
  await page.click('#send');
  await expect.poll(() => sent).toEqual(['POST /deed name=&how=now']);
  await page.waitForURL('**/deed');
  await page.goto('http://market.test/page');
  sent = [];
  await page.context().setOffline(true);
  await page.click('#dialog');
  await expect.poll(() => page.locator('html[data-waking]').count()).toBe(0);
  await page.click('#dialog');
  expect(sent).toEqual([]);
  await page.context().setOffline(false);
  await page.keyboard.press('x');
  expect(sent).toEqual([]);
  await page.click('#dialog');
  await expect.poll(() => sent).toEqual(['GET /page']);
});

/** The watch comes a second after the load, and reads ahead later. */
async function rests(): Promise<void> {
  const brought = page.waitForResponse('**/watch.js');
  await page.clock.runFor(1_000);
  await (await brought).finished();
  // Modules run in their order: what is imported after the watch runs after it.
  await page.evaluate("import('/watch.js')");
  await page.clock.runFor(2_000);
}

test('[10-4] a page at rest has its script fetched, and runs nothing of it', async () => {
  const ahead = page.waitForRequest('**/framework.js');
  await rests();
  await ahead;
  expect([await started(), await page.locator('script[data-held]').count()]).toEqual([0, 1]);
  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
  await page.waitForFunction(() => 'started' in window);
  expect(fetched).toBe(1);
});

test.each([
  ['data are to be saved', { saveData: true, effectiveType: '4g' }],
  ['the line is slow', { saveData: false, effectiveType: '2g' }],
])('[10-4] where %s nothing is fetched before somebody is there', async (_, connection) => {
  await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection);
  await page.reload();
  await rests();
  expect(fetched).toBe(0);
});

test('[10-4] a finger is answered first: the script starts once the press is over and shown', async () => {
  await page.clock.pauseAt(Date.now() + 60_000);
  const send = (type: string) => page.evaluate((name) => document.body.dispatchEvent(new PointerEvent(name, { bubbles: true })), type);
  await send('pointerdown');
  await page.clock.runFor(300);
  expect(await started()).toBe(0);
  await send('pointerup');
  expect(await started()).toBe(0);
  await page.clock.runFor(100);
  await page.waitForFunction(() => 'started' in window);
});

/** A member's page, with the keeper after what was typed into it. */
async function memberPage(before: () => Promise<unknown> = async () => {}): Promise<void> {
  await page.goto('http://market.test/member');
  await before();
  await page.addScriptTag({ content: `${keeper};window.started = 1` });
}

test('[9-5] a member’s page: what was typed before and after the keeper came is told once, and nothing that nobody touched', async () => {
  await memberPage(() => page.locator('#q').pressSequentially('ed'));
  await page.locator('#q').pressSequentially('!');
  await comesAlive();
  await expect.poll(heard).toEqual(['input q ed!start']);
  await expect(page.isChecked('#box')).resolves.toBe(false);
});

test('[9-5] of choices that exclude each other the last one holds, however often one went to and fro', async () => {
  await memberPage();
  for (const id of ['dark', 'midnight', 'dark']) await page.check(`#${id}`);
  await comesAlive();
  await expect.poll(heard).toEqual(['click midnight', 'input midnight on', 'click dark', 'input dark on']);
  expect([await page.isChecked('#dark'), await page.isChecked('#midnight')]).toEqual([true, false]);
});

test('[9-5] a field whose part comes late is told what was typed last, and that it was left', async () => {
  await memberPage();
  await page.locator('#q').pressSequentially('1');
  await page.evaluate(() => document.querySelector('#q')?.addEventListener('focusout', (event) => Object.assign(window, { left: event.isTrusted })));
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { hydrated: '' }));
  await page.locator('#q').pressSequentially('2');
  await page.focus('#name');
  await comesAlive();
  await page.clock.runFor(100);
  await expect.poll(heard).toEqual(['input q 12start']);
  await expect.poll(() => page.evaluate(() => (window as unknown as { left?: boolean }).left)).toBe(false);
});

test('[9-5] where a file of a member’s page does not come, its forms are sent by the browser at once', async () => {
  isFrameworkThere = false;
  await page.goto('http://market.test/page');
  sent = [];
  await page.setContent('<form id="deed" method="post" action="http://market.test/deed"><button id="send">Send</button></form>');
  await page.addScriptTag({ content: keeper });
  await page.click('#send');
  // Asked for ahead it may come at the second try: the script asks once more.
  const failed = (name: 'link' | 'script', file: object) =>
    page.evaluate(
      ([tag, said]) =>
        new Promise((resolve) => {
          const element = Object.assign(document.createElement(tag), said);
          element.addEventListener('error', resolve);
          document.head.append(element);
        }),
      [name, file] as const,
    );
  await failed('link', { rel: 'modulepreload', href: '/framework.js' });
  // What is asked after a form that was sent comes after it.
  await page.evaluate(() => fetch('/asked-later'));
  expect(sent).toEqual(['GET /asked-later']);
  await Promise.all([
    failed('script', { type: 'module', src: '/framework.js' }).catch(() => {}),
    expect.poll(() => sent).toEqual(['GET /asked-later', 'POST /deed']),
  ]);
});
