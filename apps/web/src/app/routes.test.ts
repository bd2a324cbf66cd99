import { readFileSync } from 'node:fs';
import { matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { themeKeyName } from '../shared/storage-keys.ts';
import { screens, screensToJumpTo } from './routes.tsx';

/** The path names of the dispatcher area in the specification. */
const dispatcherNames = [
  'my-drivers edit-my-driver create-my-driver my-loads my-load-details load-inner-details create-my-load edit-my-load my-profile',
  'accounts edit-template create-template data-truck-connect google-connect/success google-connect/error account-team subscriptions',
  'subscription-company-success-page subscription-company-cancel-page email-settings edit-signature profile company-drivers',
  'create-company-drivers edit-company-drivers telegram-message integrations invite-win extension setup',
]
  .join(' ')
  .split(' ');

function screenAt(path: string) {
  return matchRoutes(
    screens.map(({ path, title, guard }) => ({ path, handle: { title, guard } })),
    path,
  )?.at(-1)?.route;
}

describe('the screens', () => {
  it.each(dispatcherNames)('/dispatcher/%s is one, behind the session guard', (name) => {
    expect(screenAt(`/dispatcher/${name}`)?.handle.guard).toBe(name === 'setup' ? 'setup' : 'signed-in');
  });

  it.each(['/setup/signature', '/setup/create-driver'])('%s is a setup path', (path) => {
    expect(screenAt(path)?.handle.guard).toBe('setup');
  });

  it.each(['/admin/analytics', '/admin/users'])('%s is one of the admin area', (path) => {
    expect(screenAt(path)?.handle.guard).toBe('admin');
  });

  it('match whatever the case of the letters', () => {
    expect(screenAt('/Dispatcher/My-Loads')?.handle.title).toBe('Loads');
    expect(screenAt('/OAuth/Login')?.handle.title).toBe('Sign in');
  });

  it('do not match an unknown path', () => {
    expect(screenAt('/dispatcher/my-laods')).toBeUndefined();
  });
});

it('the boot script reads the key the app writes', () => {
  expect(readFileSync(new URL('../../public/boot.js', import.meta.url), 'utf8')).toContain(`'${themeKeyName}'`);
});

describe('screensToJumpTo', () => {
  const titles = (isAdmin: boolean) => screensToJumpTo(isAdmin).map(({ title }) => title);

  it('names every screen with an address of its own, once', () => {
    expect(titles(false)).toEqual(expect.arrayContaining(['Loads', 'Account & Team', 'Company', 'Team log', 'My profile', 'Billing']));
    expect(new Set(titles(false)).size).toBe(titles(false).length);
  });

  it('keeps the admin’s screens and those that tell an outcome out', () => {
    expect(titles(false)).not.toContain('Users');
    expect(titles(true)).toContain('Users');
    expect(titles(true)).not.toContain('Mailbox not connected');
  });
});
