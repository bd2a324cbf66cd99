/** One part of the run. It starts when the parts in `after` have passed and enough of the machine is free. */
export interface Section {
  name: string;
  after?: readonly string[];
  /** How many of the machine's places it takes. See `places`. */
  takes: number;
}

export type Ending = 'passed' | 'failed' | 'skipped';

/**
 * Starts sections in the given order, as many at a time as fit into `places`. If a section does not fit, it and all later ones wait,
 * because otherwise a large section would never start. A section after one that did not pass is skipped.
 */
export async function runSections<S extends Section>(
  sections: readonly S[],
  places: number,
  run: (section: S) => Promise<boolean>,
): Promise<Map<string, Ending>> {
  const endings = new Map<string, Ending>();
  const running = new Map<string, Promise<void>>();
  const waiting = [...sections];
  const names = new Set(sections.map(({ name }) => name));
  let free = places;

  const needsOf = (section: S) => (section.after ?? []).filter((name) => names.has(name));
  const isReady = (section: S) => needsOf(section).every((name) => endings.has(name));
  const isCutOff = (section: S) => needsOf(section).some((name) => endings.has(name) && endings.get(name) !== 'passed');
  // A section larger than the machine takes the whole machine.
  const sizeOf = ({ takes }: S) => Math.min(takes, places);

  function start(section: S): void {
    free -= sizeOf(section);
    const ended = run(section).then((hasPassed) => {
      endings.set(section.name, hasPassed ? 'passed' : 'failed');
      free += sizeOf(section);
      running.delete(section.name);
    });
    running.set(section.name, ended);
  }

  while (waiting.length > 0 || running.size > 0) {
    const cutOff = waiting.findIndex(isCutOff);
    if (cutOff !== -1) {
      const [section] = waiting.splice(cutOff, 1);
      if (section) endings.set(section.name, 'skipped');
      continue;
    }
    const next = waiting.findIndex(isReady);
    const section = waiting[next];
    if (section !== undefined && sizeOf(section) <= free) {
      waiting.splice(next, 1);
      start(section);
    } else if (running.size > 0) {
      await Promise.race(running.values());
    } else {
      throw new Error(`These wait for each other: ${waiting.map(({ name }) => name).join(', ')}`);
    }
  }
  return endings;
}
