/** CPU time in milliseconds, and the number of requests it was used for. */
export interface Spent {
  node: number;
  postgres: number;
  asked: number;
}

export const nothing: Spent = { node: 0, postgres: 0, asked: 0 };

export function addSpent(a: Spent, b: Spent): Spent {
  return { node: a.node + b.node, postgres: a.postgres + b.postgres, asked: a.asked + b.asked };
}

/** Microseconds for one request. */
function each({ node, postgres, asked }: Spent): number {
  return ((node + postgres) * 1_000) / asked;
}

function formatSpent(spent: Spent): string {
  const of = (ms: number) => ((ms * 1_000) / spent.asked).toFixed(0);
  return `${each(spent).toFixed(0)} µs (Node ${of(spent.node)}, Postgres ${of(spent.postgres)})`;
}

/** The cost of one request on one side, divided by the other side's. A side without any cost was not measured, so there is no ratio. */
function compareSpent(one: Spent, other: Spent): number {
  const [a, b] = [each(one), each(other)];
  return a > 0 && b > 0 ? a / b : Number.NaN;
}

/** The ratio as a result's figure, samples and detail. */
export function asRatio(one: Spent, other: Spent, wanted: number) {
  return {
    figure: compareSpent(one, other),
    samples: { taken: Math.min(one.asked, other.asked), wanted },
    detail: `${formatSpent(one)} ÷ ${formatSpent(other)}`,
  };
}
