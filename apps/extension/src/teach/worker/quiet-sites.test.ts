import { expect, it } from 'vitest';
import { createArea, oneAtATime } from '../../testing/storage.ts';
import { createQuietSites } from './quiet-sites.ts';

const open = (local = createArea()) => ({ local, quiet: createQuietSites({ local, withLock: oneAtATime() }) });

it('a site is quiet until the user wants lessons there again, also after the browser was closed', async () => {
  const { local, quiet } = open();
  await Promise.all([quiet.set('https://mail.example', true), quiet.set('https://news.example', true)]);
  const later = open(local).quiet;
  expect(await later.has('https://mail.example')).toBe(true);
  expect(await later.has('https://loads.example')).toBe(false);
  await later.set('https://mail.example', false);
  expect(await later.has('https://mail.example')).toBe(false);
  expect(await later.has('https://news.example')).toBe(true);
});

it('a list that nobody has written so is none, and a long one loses its oldest sites', async () => {
  const { local, quiet } = open();
  await local.set({ 'teach-quiet-sites': { nonsense: true } });
  expect(await quiet.has('https://mail.example')).toBe(false);
  for (let at = 0; at < 201; at += 1) await quiet.set(`https://s${at}.example`, true);
  expect(await quiet.has('https://s0.example')).toBe(false);
  expect(await quiet.has('https://s200.example')).toBe(true);
});
