import { expect, it, vi } from 'vitest';
import { oneAtATime } from '../../testing/storage.ts';
import { createReconcile, injectBoard, injectTeaching, type Scripting } from './scripts.ts';

const [prairie, old, taughtNow] = ['https://loads.prairie.example', 'https://old.example', 'https://taught-now.example'];
const [dat, api] = ['https://one.dat.com', 'https://api.headhaul.example'];
const patternOf = (origin: string) => `${origin}/*`;

/** A browser that allows these sites and forgets nothing, and what is taught in it. */
function open({ allowed }: { allowed: string[] }) {
  const world = { allowed, taught: [] as string[], shared: [] as string[] | null, open: [] as string[], script: null as string[] | null };
  const scripting = {
    executeScript: vi.fn(async () => [{ frameId: 0, result: { rows: 5, fields: 3 } }]),
    insertCSS: vi.fn(async () => undefined),
    getRegisteredContentScripts: async () => (world.script === null ? [] : [{ matches: world.script }]),
    registerContentScripts: vi.fn<Scripting['registerContentScripts']>(async ([script]) => {
      if (world.script !== null) throw new Error('Duplicate script ID');
      world.script = script?.matches ?? [];
    }),
    updateContentScripts: async ([script]: Parameters<Scripting['updateContentScripts']>[0]) => {
      world.script = script?.matches ?? [];
    },
    unregisterContentScripts: async () => {
      world.script = null;
    },
  };
  const permissions = {
    getAll: async () => ({ origins: world.allowed.map(patternOf) }),
    contains: async ({ origins }: { origins: string[] }) => origins.every((one) => world.allowed.map(patternOf).includes(one)),
    async remove({ origins }: { origins: string[] }) {
      world.allowed = world.allowed.filter((one) => !origins.includes(patternOf(one)));
      return true;
    },
  };
  const reconcile = createReconcile({
    scripting,
    permissions,
    listTaught: async () => world.taught,
    listShared: async () => world.shared,
    listOpen: async () => world.open,
    manifest: { boards: [dat], others: [api] },
    withLock: oneAtATime(),
  });
  return { world, scripting, reconcile };
}

it('the board’s script runs on sites that were taught and that the company reads here; other sites are given back, but for the manifest’s own', async () => {
  const { world, scripting, reconcile } = open({ allowed: [prairie, old, taughtNow, dat, api] });
  world.taught = [`${prairie}:8443`, dat];
  world.shared = [prairie, dat, 'https://not-allowed.example'];
  world.open = [taughtNow];
  await reconcile();
  expect(scripting.registerContentScripts).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ matches: [patternOf(prairie)], js: ['/content-scripts/board.js'] }),
  ]);
  expect(world.allowed).toEqual([prairie, taughtNow, dat, api]);
});

it('a site is kept while another page of it is read, and given back with the last', async () => {
  const { world, reconcile } = open({ allowed: [prairie] });
  world.taught = [prairie];
  world.shared = [prairie];
  await reconcile();
  world.shared = [];
  await reconcile();
  expect([world.script, world.allowed]).toEqual([[patternOf(prairie)], [prairie]]);
  world.taught = [];
  await reconcile();
  expect([world.script, world.allowed]).toEqual([null, []]);
});

it('whatever was missed is made up for, as often as it runs', async () => {
  const { world, reconcile } = open({ allowed: [prairie, old] });
  // The worker was stopped after a page had been saved and another one taken back.
  world.script = [patternOf(old)];
  world.taught = [prairie];
  await reconcile();
  await reconcile();
  expect([world.script, world.allowed]).toEqual([[patternOf(prairie)], [prairie]]);
});

it('while nobody knows what the company reads, nothing is taken away', async () => {
  const { world, reconcile } = open({ allowed: [prairie, old] });
  world.script = [patternOf(old)];
  world.taught = [prairie];
  world.shared = null;
  await reconcile();
  expect([world.script, world.allowed]).toEqual([
    [patternOf(prairie), patternOf(old)],
    [prairie, old],
  ]);
  // Somebody has signed in, and the page was taken back meanwhile.
  world.shared = [];
  await reconcile();
  expect([world.script, world.allowed]).toEqual([[patternOf(prairie)], [prairie]]);
});

it('two at once register one script', async () => {
  const { world, reconcile } = open({ allowed: [prairie] });
  world.taught = [prairie];
  await Promise.all([reconcile(), reconcile()]);
  expect(world.script).toEqual([patternOf(prairie)]);
});

it('only files of the package are put into a tab', async () => {
  const { scripting } = open({ allowed: [] });
  expect(await injectTeaching(scripting, 7)).toEqual([{ frameId: 0, result: { rows: 5, fields: 3 } }]);
  await injectBoard(scripting, 7);
  const files = [...scripting.executeScript.mock.calls, ...scripting.insertCSS.mock.calls].flat();
  expect(files).toEqual([
    { target: { tabId: 7, allFrames: true }, files: ['/teach.js'] },
    { target: { tabId: 7, allFrames: true }, files: ['/teach-found.js'] },
    { target: { tabId: 7, allFrames: true }, files: ['/content-scripts/board.js'] },
    { target: { tabId: 7, allFrames: true }, files: ['/content-scripts/board.css'] },
  ]);
});
