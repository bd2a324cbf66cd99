import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'web', 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/141.0.0.0`, 'web', 'Edge on Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome}`, 'extension', 'Extension, Chrome on Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'web', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
    'web',
    'Safari on iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${chrome}`, 'web', 'Chrome on Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64) ${chrome}`, 'web', 'Chrome on Chromebook'],
  ['', 'web', 'Unknown device'],
  ['', 'extension', 'Extension'],
  ['curl/8.0', 'web', 'Unknown device'],
] as const)('%s (%s) is %s', (userAgent, audience, name) => {
  expect(deviceName(userAgent, audience)).toBe(name);
});
