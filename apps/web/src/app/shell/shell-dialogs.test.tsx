import { promoRepeatMs } from '@headhaul/contracts/constants';
import type { WebMessage } from '@headhaul/contracts/extension-messages';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkExtension } from '../../shared/extension-bridge/extension-state.ts';
import { readStored, storageKeys, writeStored } from '../../shared/storage-keys.ts';
import { stubViewport } from '../../testing/browser-doubles.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { ShellDialogs } from './shell-dialogs.tsx';

let isInstalled = false;
let pings = 0;

function pong() {
  const payload = {
    extVersion: '1.6.2',
    protocol: { min: 1, max: 1 },
    browser: 'chrome',
    caps: [],
    signedInUserId: null,
    sessionEpoch: 1,
    boards: [],
    handoffChallenge: 'c',
  };
  return { v: 1, type: 'PONG', id: crypto.randomUUID(), ts: 1, src: 'ext', payload };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** The shell looks for the extension when it opens. The second try ends after 1.9 s. */
async function open() {
  const router = renderInApp([{ path: '*', Component: ShellDialogs }], '/dispatcher/my-loads');
  void checkExtension();
  await pass(1_950);
  return router;
}

const installTitle = () => screen.queryByText('Almost ready!');
const promoTitle = () => screen.queryByText('Know another dispatcher?');

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  stubViewport(1440);
  isInstalled = false;
  pings = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('chrome', {
    runtime: {
      sendMessage: (_id: string, _message: WebMessage, done: (value: unknown) => void) => {
        pings += 1;
        if (isInstalled) done(pong());
      },
    },
  });
});

describe('the install prompt', () => {
  beforeEach(() => writeStored(storageKeys.promoShownAt, Date.now()));

  it('opens when the extension stayed silent twice, with its literal words and four cards', async () => {
    await open();
    expect(installTitle()).not.toBeNull();
    screen.getByText('Install our extension to unlock the full potential of the platform');
    screen.getByText('Your data is secure');
    expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(4);
    expect(screen.getByRole('link', { name: /Download for/, hidden: true }).hasAttribute('data-autofocus')).toBe(true);
  });

  it('looks again every 5 s and closes on the answer', async () => {
    await open();
    const before = pings;
    isInstalled = true;
    await pass(5_100);
    expect(pings).toBeGreaterThan(before);
    expect(installTitle()).toBeNull();
  });

  it('stays closed for the visit once it was closed, and stops looking', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Close', hidden: true }));
    await pass(200);
    expect(installTitle()).toBeNull();
    const before = pings;
    await pass(20_000);
    expect(pings).toBe(before);
    cleanup();
    await open();
    expect(installTitle()).toBeNull();
  });

  it('is not shown on mobile', async () => {
    stubViewport(390);
    await open();
    expect(installTitle()).toBeNull();
  });
});

describe('the promo', () => {
  beforeEach(async () => {
    isInstalled = true;
    // A page that loads has not looked for the extension yet, but here an earlier test may have left the result "absent".
    void checkExtension();
    await pass(100);
  });

  it('opens 2 s after the page, if never shown', async () => {
    await open();
    expect(promoTitle()).toBeNull();
    await pass(100);
    expect(promoTitle()).not.toBeNull();
  });

  it.each([
    [promoRepeatMs - 5_000, false],
    [promoRepeatMs, true],
  ])('shown %i ms ago: opens again %s', async (agoMs, opens) => {
    writeStored(storageKeys.promoShownAt, Date.now() - agoMs);
    await open();
    await pass(100);
    expect(promoTitle() !== null).toBe(opens);
  });

  it('is recorded as shown when closed', async () => {
    await open();
    await pass(100);
    fireEvent.click(screen.getByRole('button', { name: 'Not now', hidden: true }));
    expect(readStored(storageKeys.promoShownAt)).toBe(Date.now());
    await pass(200);
    expect(promoTitle()).toBeNull();
  });

  it('leads to Invite & Win by Learn More, and is recorded', async () => {
    const router = await open();
    await pass(100);
    fireEvent.click(screen.getByRole('button', { name: 'Learn More', hidden: true }));
    await pass(200);
    expect(router.state.location.pathname).toBe('/dispatcher/invite-win');
    expect(readStored(storageKeys.promoShownAt)).not.toBeNull();
  });

  it('is not shown on mobile', async () => {
    stubViewport(390);
    await open();
    await pass(5_000);
    expect(promoTitle()).toBeNull();
  });

  it('waits for the install prompt: never two dialogs at once', async () => {
    isInstalled = false;
    await open();
    await pass(1_000);
    expect(installTitle()).not.toBeNull();
    expect(promoTitle()).toBeNull();
    // The same key press must not reach the next dialog.
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await pass(200);
    expect(installTitle()).toBeNull();
    expect(promoTitle()).toBeNull();
  });

  it('waits for the next time the page loads once another dialog was there', async () => {
    isInstalled = false;
    await open();
    await pass(1_000);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await pass(60_000);
    expect(promoTitle()).toBeNull();
    expect(readStored(storageKeys.promoShownAt)).toBeNull();
    cleanup();
    await open();
    await pass(100);
    expect(promoTitle()).not.toBeNull();
  });

  it('does not open over a dialog that somebody opened', async () => {
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-modal', 'true');
    document.body.append(dialog);
    await open();
    await pass(5_000);
    dialog.remove();
    await pass(5_000);
    expect(promoTitle()).toBeNull();
  });
});
