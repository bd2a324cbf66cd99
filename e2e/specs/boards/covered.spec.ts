import type { Page } from '@playwright/test';
import { clickPopover, clickRow, expectPopover, expectRow, openMailBoard, openMailOffice, readPopover } from '../../board-mail.ts';
import { arrivedAt, delivered } from '../../mail.ts';
import { expect, newcomer, extensionTest as test } from '../../product.ts';

/** Lays something over the whole page that lets every press through. */
function cover(page: Page, isOn: boolean): Promise<void> {
  return page.evaluate((isWanted) => {
    document.querySelector('#cover')?.remove();
    if (!isWanted) return;
    const cover = Object.assign(document.createElement('div'), { id: 'cover', popover: 'manual', textContent: 'Win a truck' });
    cover.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; margin: 0; pointer-events: none; background: gold';
    document.body.append(cover);
    cover.showPopover();
  }, isOn);
}

test('what the page has laid over our buttons is not pressed through, and honest presses work', async ({ page, context, request }) => {
  const person = newcomer('Ola Berg');
  await openMailOffice(context, page, person);
  const { page: board, session, loads } = await openMailBoard(context);
  const [first, second] = loads as [(typeof loads)[number], (typeof loads)[number]];
  await expectRow(session, first.key, /^Email$/);
  await cover(board, true);
  await clickRow(board, session, first.key, /^Email$/);
  await cover(board, false);
  // The next press is worked on after the one before.
  await board.mouse.move(0, 0);
  await clickRow(board, session, second.key, /^Email$/);
  await expectPopover(session, new RegExp(second.email.replaceAll('.', '\\.')));
  await expectRow(session, first.key, /^Email$/);

  await cover(board, true);
  const pressAll = async () => {
    for (const name of ['Send', 'Cancel']) {
      const button = (await readPopover(session))?.buttons.get(name);
      const { model } = await session.send('DOM.getBoxModel', { backendNodeId: button?.backendNodeId ?? 0 });
      const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border;
      await board.mouse.click((left + right) / 2, (top + bottom) / 2);
    }
  };
  for (let press = 0; press < 10; press += 1) await pressAll();
  expect(await readPopover(session)).not.toBeNull();
  await cover(board, false);
  await clickPopover(board, session, 'Send');
  await expectRow(session, second.key, /^✓ Emailed/);
  await delivered
    .poll(async () => (await arrivedAt(request, second.email)).filter(({ account }) => account === person.email).length)
    .toBe(1);
  expect((await arrivedAt(request, first.email)).filter(({ account }) => account === person.email)).toEqual([]);
});

test('a bait that the page takes away as the pointer comes, and puts back, sends nothing', async ({ page, context, request }) => {
  const person = newcomer('Ida Voss');
  await openMailOffice(context, page, person);
  const { page: board, session, loads } = await openMailBoard(context);
  const [first, second] = loads as [(typeof loads)[number], (typeof loads)[number]];
  await expectRow(session, first.key, /^Email$/);
  await board.evaluate(() => {
    const bait = Object.assign(document.createElement('div'), { popover: 'manual', textContent: 'Win a truck' });
    bait.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; margin: 0; pointer-events: none; background: gold';
    document.body.append(bait);
    bait.showPopover();
    // Before our own listeners hear of the pointer.
    window.addEventListener('pointerover', () => bait.hidePopover(), { capture: true, once: true });
    window.addEventListener(
      'click',
      () => {
        let [frames, sinceMs] = [0, 0];
        const wait = (nowMs: number) => {
          frames += 1;
          // By then the browser has said that the button is seen.
          if (frames === 3) {
            bait.showPopover();
            sinceMs = nowMs;
          }
          // By then it has looked again.
          if (frames > 3 && nowMs - sinceMs > 300) document.body.dataset.bait = 'back';
          else requestAnimationFrame(wait);
        };
        requestAnimationFrame(wait);
      },
      { capture: true, once: true },
    );
  });
  await clickRow(board, session, first.key, /^Email$/);
  await expect(board.locator('body')).toHaveAttribute('data-bait', 'back');
  await board.evaluate(() => document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover());
  await board.mouse.move(0, 0);
  await clickRow(board, session, second.key, /^Email$/);
  await expectPopover(session, new RegExp(second.email.replaceAll('.', '\\.')));
  await expectRow(session, first.key, /^Email$/);
  expect((await arrivedAt(request, first.email)).filter(({ account }) => account === person.email)).toEqual([]);
});
