import { describe, expect, it } from 'vitest';
import { readForm } from './form.ts';

describe('readForm', () => {
  it.each([
    [[], 'short'],
    [['--tiny'], 'tiny'],
    [['--full'], 'full'],
  ])('%j is %s', (options, form) => {
    expect(readForm(options)).toBe(form);
  });

  it.each([[['--ful']], [['--tiny', '--full']], [['full']]])('%j is nothing', (options) => {
    expect(readForm(options)).toBeUndefined();
  });
});
