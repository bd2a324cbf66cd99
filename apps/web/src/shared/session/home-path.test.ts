// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { rootTarget } from './home-path.ts';
import { setSession } from './session-store.ts';

beforeEach(() => localStorage.clear());

it.each([
  { signedIn: false, width: 1440, search: '', target: '/login' },
  { signedIn: false, width: 1440, search: '?plan=pro&period=monthly', target: '/login?plan=pro&period=monthly' },
  { signedIn: false, width: 390, search: '?inviteToken=t', target: '/login?inviteToken=t' },
  { signedIn: true, width: 1440, search: '', target: '/dispatcher/extension' },
  { signedIn: true, width: 768, search: '', target: '/dispatcher/extension' },
  { signedIn: true, width: 767, search: '', target: '/dispatcher/invite-win' },
  { signedIn: true, width: 390, search: '?plan=pro', target: '/dispatcher/invite-win' },
  { signedIn: true, width: 1440, search: '?fromLandingPage=true&plan=pro', target: '/login?fromLandingPage=true&plan=pro' },
  { signedIn: true, width: 1440, search: '?fromLandingPage=false', target: '/dispatcher/extension' },
])('/ leads $signedIn at $width px with "$search" to $target', ({ signedIn, width, search, target }) => {
  if (signedIn) setSession(testSession);
  stubViewport(width);
  expect(rootTarget(search)).toBe(target);
});
