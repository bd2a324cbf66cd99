import { describe, expect, it } from 'vitest';
import { runSections, type Section } from './schedule.ts';

/** Runs sections and records their order and how much ran at the same time. */
async function trace(sections: Section[], places: number, failing: string[] = []) {
  const events: string[] = [];
  let used = 0;
  let most = 0;
  const endings = await runSections(sections, places, async ({ name, takes }) => {
    events.push(`+${name}`);
    used += takes;
    most = Math.max(most, used);
    await Promise.resolve();
    await Promise.resolve();
    used -= takes;
    events.push(`-${name}`);
    return !failing.includes(name);
  });
  return { events, most, endings: Object.fromEntries(endings) };
}

describe('runSections', () => {
  it('starts in order, as many as fit', async () => {
    const { events, most } = await trace(
      [
        { name: 'a', takes: 1 },
        { name: 'b', takes: 1 },
        { name: 'c', takes: 1 },
      ],
      2,
    );
    expect(events.slice(0, 2)).toEqual(['+a', '+b']);
    expect(events).toHaveLength(6);
    expect(most).toBe(2);
  });

  it('waits for what a section comes after', async () => {
    const { events } = await trace(
      [
        { name: 'a', takes: 1, after: ['b'] },
        { name: 'b', takes: 1 },
      ],
      2,
    );
    expect(events).toEqual(['+b', '-b', '+a', '-a']);
  });

  it('gives a large section its turn before later small ones', async () => {
    const { events } = await trace(
      [
        { name: 'small', takes: 1 },
        { name: 'large', takes: 2 },
        { name: 'late', takes: 1 },
      ],
      2,
    );
    expect(events).toEqual(['+small', '-small', '+large', '-large', '+late', '-late']);
  });

  it('skips all that comes after a failure, and nothing else', async () => {
    const { endings } = await trace(
      [
        { name: 'build', takes: 1 },
        { name: 'weight', takes: 1, after: ['build'] },
        { name: 'more', takes: 1, after: ['weight'] },
        { name: 'other', takes: 1 },
      ],
      2,
      ['build'],
    );
    expect(endings).toEqual({ build: 'failed', weight: 'skipped', more: 'skipped', other: 'passed' });
  });

  it('comes after a section that is not part of this run at once', async () => {
    const { endings } = await trace([{ name: 'weight', takes: 1, after: ['build'] }], 2);
    expect(endings).toEqual({ weight: 'passed' });
  });

  it('runs a section larger than the machine alone', async () => {
    const { endings } = await trace([{ name: 'huge', takes: 9 }], 2);
    expect(endings).toEqual({ huge: 'passed' });
  });

  it('throws for sections that wait for each other', async () => {
    const circle = [
      { name: 'a', takes: 1, after: ['b'] },
      { name: 'b', takes: 1, after: ['a'] },
    ];
    await expect(trace(circle, 2)).rejects.toThrow('These wait for each other: a, b');
  });
});
