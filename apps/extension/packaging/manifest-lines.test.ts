import { describe, expect, it } from 'vitest';
import { type BuiltManifest, diffLines, listManifestLines } from './manifest-lines.ts';

const addresses = { web: ['https://app.one.example/*'], api: 'https://api.one.example/*', apiOrigin: 'https://api.one.example' };
const manifest: BuiltManifest = {
  version: '1.2.3',
  permissions: ['storage'],
  host_permissions: ['https://api.one.example/*'],
  content_scripts: [
    { matches: ['https://one.dat.com/*'], js: ['board.js'], all_frames: true },
    { matches: ['https://app.one.example/*'], js: ['bridge.js'] },
  ],
  externally_connectable: { matches: ['https://app.one.example/*'], ids: [] },
  content_security_policy: { extension_pages: "connect-src 'self' https://api.one.example" },
  minimum_chrome_version: '120',
};

describe('the lines of a manifest', () => {
  it('name what it may do, without the addresses of the build', () => {
    expect(listManifestLines(manifest, addresses)).toEqual([
      'permission storage',
      'host <API>',
      'script board.js on https://one.dat.com/*, in all frames',
      'script bridge.js on <web app>',
      'messages from <web app>',
      "policy connect-src 'self' <API>",
      'oldest Chrome 120',
    ]);
  });

  it.each<[string, Partial<BuiltManifest>, string[]]>([
    ['another permission', { permissions: ['storage', 'tabs'] }, ['+ permission tabs']],
    ['another host', { host_permissions: ['https://api.one.example/*', '<all_urls>'] }, ['+ host <all_urls>']],
    ['one less', { permissions: [] }, ['- permission storage']],
    [
      'other extensions',
      { externally_connectable: { matches: ['https://app.one.example/*'], ids: ['x'] } },
      ['+ messages from extension x'],
    ],
    ['a file that pages may load', { web_accessible_resources: [{ resources: ['x.js'] }] }, ['+ pages may load x.js']],
    [
      'a script in the page’s own world',
      { content_scripts: [...(manifest.content_scripts ?? []), { matches: ['https://one.dat.com/*'], js: ['hook.js'], world: 'MAIN' }] },
      ['+ script hook.js on https://one.dat.com/*, in the world MAIN'],
    ],
  ])('show %s', (_, over, expected) => {
    expect(diffLines(listManifestLines(manifest, addresses), listManifestLines({ ...manifest, ...over }, addresses))).toEqual(expected);
  });
});
