import { expect, it, vi } from 'vitest';
import { catchGlobalErrors, isNoise } from './global-errors.ts';

it.each([
  [
    new DOMException("Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.", 'NotFoundError'),
    true,
  ],
  [new DOMException('The user aborted a request.', 'AbortError'), true],
  [new DOMException("Failed to execute 'replaceState' on 'History'", 'SecurityError'), true],
  [new TypeError('loads.map is not a function'), false],
  ['a thrown string', false],
])('%s is noise: %s', (error, noise) => {
  expect(isNoise(error)).toBe(noise);
});

it('logs what nobody caught and stops it there', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  catchGlobalErrors(window);
  const failure = new TypeError('broken');
  const event = new ErrorEvent('error', { error: failure, cancelable: true });
  window.dispatchEvent(event);
  expect(error).toHaveBeenCalledWith('Uncaught error', failure);
  expect(event.defaultPrevented).toBe(true);

  const rejection = Object.assign(new Event('unhandledrejection', { cancelable: true }), {
    reason: new DOMException('gone', 'AbortError'),
  });
  window.dispatchEvent(rejection);
  expect(warn).toHaveBeenCalledOnce();
  expect(rejection.defaultPrevented).toBe(true);
});
