// What goes on while somebody works on the board. All of it is off unless its switch is set.
import { switches } from './dom.js';

/** @returns a function that ends all of it. */
export function disturb(list, nextPosting) {
  const timers = [];
  const every = (milliseconds, work) => {
    if (milliseconds !== undefined) timers.push(setInterval(work, milliseconds));
  };
  const perSecond = (times) => (times === undefined ? undefined : 1_000 / times);

  every(switches.tick, () => {
    for (const row of list.rows()) row.tick();
  });
  every(switches.churn, () => {
    for (const row of list.rows()) row.redraw();
  });
  every(perSecond(switches.live), () => list.insertFirst(nextPosting()));
  let turn = 0;
  every(perSecond(switches.swap), () => {
    const rows = list.rows();
    turn += 1;
    if (rows.length > 1) list.swap(rows[(turn * 7) % rows.length], rows[(turn * 7 + 1 + (turn % 5)) % rows.length]);
  });
  return () => timers.forEach(clearInterval);
}
