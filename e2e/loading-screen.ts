import type { Page } from '@playwright/test';

/**
 * `hasCome` resolves once the loading screen has come: seen by the page itself, since Playwright asks a page nothing
 * while it leaves.
 */
export async function watchLoadingScreen(page: Page): Promise<{ hasCome: Promise<void> }> {
  let come = () => {};
  const hasCome = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.exposeFunction('loadingScreenHasCome', () => come());
  await page.evaluate(() => {
    const look = () => {
      const screen = document.querySelector('[data-testid=loading-screen]');
      if (screen?.checkVisibility()) (window as unknown as { loadingScreenHasCome: () => void }).loadingScreenHasCome();
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  return { hasCome };
}
