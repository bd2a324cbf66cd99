/** CPU time in ms, and what was done for it. */
export interface Spent {
  node: number;
  postgres: number;
  asked: number;
}

export const nothing: Spent = { node: 0, postgres: 0, asked: 0 };

export function addSpent(a: Spent, b: Spent): Spent {
  return { node: a.node + b.node, postgres: a.postgres + b.postgres, asked: a.asked + b.asked };
}

/** Microseconds for one. */
function each({ node, postgres, asked }: Spent): number {
  return ((node + postgres) * 1_000) / asked;
}

function formatSpent(spent: Spent): string {
  const of = (ms: number) => ((ms * 1_000) / spent.asked).toFixed(0);
  return `${each(spent).toFixed(0)} µs (Node ${of(spent.node)}, Postgres ${of(spent.postgres)})`;
}

/** One side's cost of one over the other's. A side that seems to have cost nothing was not measured, and there is no ratio to it. */
function compareSpent(one: Spent, other: Spent): number {
  const [a, b] = [each(one), each(other)];
  return a > 0 && b > 0 ? a / b : Number.NaN;
}

/** As a result's figure, samples and detail. */
export function asRatio(one: Spent, other: Spent, wanted: number) {
  return {
    figure: compareSpent(one, other),
    samples: { taken: Math.min(one.asked, other.asked), wanted },
    detail: `${formatSpent(one)} ÷ ${formatSpent(other)}`,
  };
}
