import { learnedPage } from '@headhaul/domain/testing/learned-page';
import { describe, expect, it } from 'vitest';
import { createArea, oneAtATime } from '../../testing/storage.ts';
import { createTaughtPages, firstTaughtVersion, isTaughtVersion } from './taught-pages.ts';

const learned = learnedPage();
const search = { origin: 'https://loads.prairie.example', pathname: '/find/results/' };
const about = { board: 'other', insteadOf: 0 } as const;

function open() {
  const local = createArea();
  const pages = createTaughtPages({ local, withLock: oneAtATime(), nowMs: () => Date.parse('2026-11-18T10:42:00Z') });
  return { local, pages };
}

describe('a page that was taught', () => {
  it('is found again on its path and below, with a header that is ours', async () => {
    const { pages } = open();
    expect(await pages.save(learned, search, about)).toBe('SAVED');
    const found = await pages.find({ ...search, pathname: '/find/results/page' });
    expect(found?.config).toMatchObject({
      board: 'other',
      hosts: ['loads.prairie.example'],
      paths: ['/find/results'],
      container: learned.container,
      features: {},
    });
    expect(isTaughtVersion(found?.config.version ?? 0)).toBe(true);
    expect(await pages.find({ ...search, origin: 'https://other.example' })).toBeNull();
    expect(await pages.list()).toMatchObject([
      {
        id: 'https://loads.prairie.example/find/results',
        origin: 'https://loads.prairie.example',
        path: '/find/results',
        taughtAt: '2026-11-18T10:42:00.000Z',
      },
    ]);
  });

  it('taught again, it has a higher version and is there once', async () => {
    const { pages } = open();
    await pages.save(learned, search, about);
    await pages.save(learned, search, about);
    expect(await pages.list()).toHaveLength(1);
    expect((await pages.find(search))?.config.version).toBe(firstTaughtVersion + 1);
  });

  it('two paths of a site are two pages; the nearest one counts', async () => {
    const { pages } = open();
    await pages.save(learned, { ...search, pathname: '/find' }, about);
    await pages.save(learnedPage('other'), { ...search, pathname: '/mine' }, about);
    expect((await pages.find({ ...search, pathname: '/mine' }))?.config.row).toEqual(learnedPage('other').row);
    expect((await pages.find({ ...search, pathname: '/find' }))?.config.row).toEqual(learned.row);
    expect(await pages.origins()).toEqual([search.origin]);
  });

  it('is gone when it is removed', async () => {
    const { pages } = open();
    await pages.save(learned, search, about);
    await pages.remove('https://loads.prairie.example/find/results');
    expect(await pages.find(search)).toBeNull();
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'container'],
    ['a selector that asks for everything', { ...learned, container: ['*'] }],
    ['a selector of what the user types', { ...learned, row: ['input'] }],
    ['a key more than a configuration has', { ...learned, run: 'alert(1)' }],
    ['a transform that there isn’t', { ...learned, layouts: [{ ...learned.layouts[0], fields: { origin: { sel: ['a'], as: 'eval' } } }] }],
    ['a layout that nobody saw', { ...learned, layouts: [...learned.layouts, ...learned.layouts] }],
    ['a document that is too large', { ...learned, ignore: ['x'.repeat(70_000)] }],
  ])('%s is refused', async (_, raw) => {
    const { pages, local } = open();
    expect(await pages.save(raw, search, about)).toBe('REFUSED');
    expect(local.items).toEqual({});
  });

  it('what a script says about board, host, version or features counts for nothing', async () => {
    const { pages } = open();
    const raw = { ...learned, board: 'dat', hosts: ['one.dat.com'], version: 9, features: { email: false }, enabled: false };
    expect(await pages.save(raw, search, about)).toBe('SAVED');
    expect((await pages.find(search))?.config).toMatchObject({
      board: 'other',
      hosts: ['loads.prairie.example'],
      features: {},
      enabled: true,
    });
  });

  it('one that can’t be read any more doesn’t take the others with it', async () => {
    const { pages, local } = open();
    await pages.save(learned, search, about);
    const stored = local.items['taught-pages'] as { pages: unknown[] };
    local.items['taught-pages'] = { schema: 1, pages: [{ id: 'old' }, ...stored.pages] };
    expect(await pages.list()).toHaveLength(1);
  });

  it('a full disk is said', async () => {
    const { pages, local } = open();
    local.set = async () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(await pages.save(learned, search, about)).toBe('STORAGE_FULL');
  });
});
