import { expect, it, vi } from 'vitest';
import { injectBoard, injectTeaching, registerTaught } from './scripts.ts';

function open(registered: unknown[] = []) {
  const scripting = {
    executeScript: vi.fn(async () => [{ frameId: 0, result: { rows: 5, fields: 3 } }]),
    insertCSS: vi.fn(async () => undefined),
    getRegisteredContentScripts: vi.fn(async () => registered),
    registerContentScripts: vi.fn(async () => undefined),
    updateContentScripts: vi.fn(async () => undefined),
    unregisterContentScripts: vi.fn(async () => undefined),
  };
  const permissions = {
    getAll: vi.fn(async () => ({
      origins: [
        'https://loads.prairie.example/*',
        'https://old.example/*',
        'https://taught-now.example/*',
        'https://api.headhaul.example/*',
      ],
    })),
    remove: vi.fn(async () => true),
  };
  return { scripting, permissions };
}

it('the board’s script runs on sites that were taught; what was allowed for others is given back, but for the manifest’s own', async () => {
  const { scripting, permissions } = open();
  await registerTaught(scripting, permissions, {
    origins: ['https://loads.prairie.example', 'https://loads.prairie.example:8443'],
    open: ['https://taught-now.example'],
    own: ['https://api.headhaul.example'],
  });
  expect(scripting.registerContentScripts).toHaveBeenCalledExactlyOnceWith([
    expect.objectContaining({ matches: ['https://loads.prairie.example/*'], js: ['/content-scripts/board.js'] }),
  ]);
  expect(permissions.remove).toHaveBeenCalledExactlyOnceWith({ origins: ['https://old.example/*'] });
});

it('later the list of sites is changed, and with the last one it goes', async () => {
  const { scripting, permissions } = open([{}]);
  await registerTaught(scripting, permissions, { origins: ['https://a.example'], open: [], own: [] });
  expect(scripting.updateContentScripts).toHaveBeenCalledTimes(1);
  await registerTaught(scripting, permissions, { origins: [], open: [], own: [] });
  expect(scripting.unregisterContentScripts).toHaveBeenCalledTimes(1);
});

it('only files of the package are put into a tab', async () => {
  const { scripting } = open();
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
