import { expect, it } from 'vitest';
import { readDevice } from './device.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome on Windows', false],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/141.0.0.0`, 'Edge on Windows', false],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} OPR/120.0.0.0`, 'Opera on Windows', false],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${chrome}`, 'Chrome on Mac', false],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.0 Safari/605.1.15`, 'Safari on Mac', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux', false],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${chrome}`, 'Chrome on Chromebook', false],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${apple} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari on iPhone', true],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${apple} CriOS/141.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone', true],
  [`Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${apple} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari on iPad', true],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`, 'Chrome on Android', true],
  [`Mozilla/5.0 (Linux; Android 15) ${chrome} SamsungBrowser/28.0`, 'Samsung Internet on Android', true],
  ['curl/8.0', null, false],
  ['', null, false],
])('%s is %s', (userAgent, name, isHandheld) => {
  expect(readDevice(userAgent)).toEqual({ name, isHandheld });
});
