import { expect, hydrated, type Person, test } from '../fixtures.ts';
import { drawnPhoto } from '../photos.ts';

async function listed(seller: Person): Promise<string> {
  const body = {
    game: 'pokemon',
    name: 'Card to talk about',
    condition: 'near_mint',
    price: { amount: 450, currency: 'USD' },
    status: 'active',
  };
  const answer = await seller.api('POST', '/api/listings', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

const waiting = (member: Person) => member.page.getByTestId('counter-messages');

test('[RT-09] [RT-10] two members talk: from the listing, live, counted, read, on a phone', async ({ newMember }) => {
  test.setTimeout(120_000);
  const seller = await newMember();
  const buyer = await newMember();
  const id = await listed(seller);

  // The seller is on a page where only the counter shows it.
  await seller.page.goto('/dashboard');
  await hydrated(seller.page);

  await buyer.page.goto(`/listings/${id}`);
  await hydrated(buyer.page);
  await buyer.page.getByRole('link', { name: 'Message seller' }).click();
  const dialog = buyer.page.getByTestId('message-dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Your message').fill('Any marks under light? See https://photos.example/1');
  await dialog.getByRole('button', { name: 'Send message' }).click();
  await expect(buyer.page).toHaveURL(/\/messages\/[0-9a-z]+$/);
  const threadPath = new URL(buyer.page.url()).pathname;
  const question = buyer.page.getByTestId('message').filter({ hasText: 'Any marks under light?' });
  await expect(question).toHaveCount(1);
  // An address leads nowhere before its warning has been seen.
  const away = question.getByRole('link', { name: 'Open photos.example' });
  await expect(away).toBeHidden();
  await question.getByText('photos.example', { exact: true }).click();
  await expect(question.getByText('External link to')).toBeVisible();
  await expect(away).toHaveAttribute('rel', /noreferrer/);
  await expect(buyer.page.getByRole('link', { name: 'Card to talk about' })).toBeVisible();

  await expect(waiting(seller)).toHaveText('1', { timeout: 30_000 });
  await seller.page.goto('/messages');
  await seller.page.getByTestId('thread').getByRole('link', { name: buyer.username }).click();
  await expect(seller.page).toHaveURL(threadPath);
  await expect(seller.page.getByTestId('message')).toHaveCount(1);
  await expect(waiting(seller)).toHaveText('0', { timeout: 30_000 });
  await expect(question.getByText('Read')).toBeVisible({ timeout: 30_000 });

  // Enter sends, Shift+Enter breaks the line.
  await hydrated(seller.page);
  const field = seller.page.getByTestId('composer').getByRole('textbox');
  await field.fill('None that I can see.');
  await field.press('Shift+Enter');
  await field.pressSequentially('Look at the second photo.');
  await field.press('Enter');
  await expect(field).toHaveValue('');
  const answered = buyer.page.getByTestId('message').filter({ hasText: 'None that I can see.' });
  await expect(answered).toHaveCount(1, { timeout: 30_000 });
  await expect(answered).toContainText('Look at the second photo.');
  await expect(seller.page.getByTestId('message')).toHaveCount(2);

  // One pane at a time on a phone.
  await buyer.page.setViewportSize({ width: 390, height: 844 });
  await expect(buyer.page.getByTestId('thread')).toBeHidden();
  await buyer.page.getByRole('link', { name: 'Back to all messages' }).click();
  await expect(buyer.page).toHaveURL('/messages');
  await expect(buyer.page.getByTestId('thread')).toBeVisible();
  await expect(buyer.page.getByTestId('composer')).toHaveCount(0);
});

test('a message without a network stays, says so, and is sent once when it is back', async ({ newMember }) => {
  test.setTimeout(120_000);
  const one = await newMember();
  const other = await newMember();
  const opened = await one.api('POST', '/api/threads', { recipientId: other.id, text: 'Hello' });
  expect(opened.status, JSON.stringify(opened.body)).toBeLessThan(300);
  await one.page.goto(`/messages/${opened.body.id}`);
  await hydrated(one.page);
  await one.context.setOffline(true);
  const field = one.page.getByTestId('composer').getByRole('textbox');
  await field.fill('Written in a tunnel');
  await field.press('Enter');
  const written = one.page.getByTestId('message').filter({ hasText: 'Written in a tunnel' });
  await expect(written.getByRole('button', { name: 'Send again' })).toBeVisible();
  // What says that there is no connection stands in the way of neither.
  await expect(one.page.getByTestId('connection-alert')).toBeVisible({ timeout: 30_000 });
  await written.getByRole('button', { name: 'Send again' }).click({ trial: true });
  await one.page.getByRole('button', { name: 'Send message', exact: true }).click({ trial: true });
  await one.context.setOffline(false);
  await expect(written.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(written).toHaveCount(1);
  const { body } = await other.api('GET', `/api/threads/${opened.body.id}/messages`);
  expect(body.items.map(({ text }: { text: string }) => text)).toEqual(['Written in a tunnel', 'Hello']);

  // A photo alone: added, shown, sent; a file that is none says so and takes nothing away.
  const picker = one.page.getByLabel('Photos', { exact: true });
  await picker.setInputFiles({ name: 'front.png', mimeType: 'image/png', buffer: await drawnPhoto('#2f7d5b') });
  const added = one.page.getByRole('list', { name: 'Photos of this message' }).getByRole('img');
  await expect(added).toHaveCount(1, { timeout: 30_000 });
  await picker.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('words') });
  await expect(one.page.getByTestId('composer').getByText(/notes\.png/)).toBeVisible({ timeout: 30_000 });
  await expect(added).toHaveCount(1);
  await field.press('Enter');
  await expect(one.page.getByTestId('message').getByRole('img')).toHaveCount(1);
  await expect(added).toHaveCount(0);
  await expect
    .poll(async () => (await other.api('GET', `/api/threads/${opened.body.id}/messages`)).body.items[0], {
      timeout: 30_000,
    })
    .toMatchObject({ text: '', photos: [{ alt: 'Photo 1' }] });
});

test('[RP-04] [RO-01] without a script a visitor signs in, writes, and is answered; no member writes to themselves', async ({
  browser,
  url,
  newMember,
  extraHTTPHeaders,
}) => {
  test.setTimeout(120_000);
  const seller = await newMember();
  const buyer = await newMember();
  const id = await listed(seller);
  const asks = `/listings/${id}?action=send_message&recipientId=${seller.id}`;
  const plain = await browser.newContext({
    baseURL: url,
    javaScriptEnabled: false,
    ...(extraHTTPHeaders ? { extraHTTPHeaders } : {}),
    storageState: await buyer.context.storageState(),
  });
  const page = await plain.newPage();
  await page.goto(asks);
  await page.getByTestId('message-dialog').getByLabel('Your message').fill('Is it still there?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL(/\/messages\/[0-9a-z]+$/);
  await page.getByTestId('composer').getByRole('textbox').fill('I could come by.');
  await page.getByTestId('composer').getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByTestId('message')).toHaveCount(2);
  await plain.close();

  await seller.page.goto(asks);
  await expect(seller.page.getByTestId('message-dialog')).toContainText('You can’t send yourself a message');
});

test('[RP-04] [RO-01] a visitor who wants to write signs in first, and comes back to the open dialog', async ({
  visitor: page,
  newMember,
}) => {
  const seller = await newMember();
  const buyer = await newMember();
  const id = await listed(seller);
  await page.goto(`/listings/${id}`);
  await hydrated(page);
  await page.getByRole('link', { name: 'Message seller' }).click();
  await expect(page).toHaveURL(/\/auth\/sign-in/);
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem('auth_redirect'))) ?? '{}')).toMatchObject({
    action: 'send_message',
    params: { listingId: id, recipientId: seller.id },
  });
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.locator('main').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`/listings/${id}?action=send_message&recipientId=${seller.id}`);
  await expect(page.getByTestId('message-dialog').getByLabel('Your message')).toBeVisible();
});
