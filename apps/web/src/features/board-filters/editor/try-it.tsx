import { compileStack } from '@headhaul/domain/boards/filters/filter-stack';
import { formatResult, ruleLabel } from '@headhaul/domain/boards/filters/format-result';
import type { FilterSet, RuleResult, Verdict } from '@headhaul/domain/boards/filters/rules';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { IconCircleCheckFilled, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useNow } from '../../../shared/time/use-now.ts';
import { useOfficeZone } from '../../../shared/time/use-office-zone.ts';
import { makeExamples } from './example-loads.ts';
import classes from './try-it.module.css';

const icons = { PASS: IconCircleCheckFilled, FAIL: IconCircleX, UNKNOWN: IconHelpCircle } as const;
const spoken: Record<Verdict, string> = { PASS: 'Yes', FAIL: 'No', UNKNOWN: 'Not known' };

function describeMark(verdict: Verdict | null, mark: string | null): string {
  if (mark === 'HIGHLIGHT') return 'Match';
  if (mark === 'DIM') return 'Dimmed';
  return verdict === 'UNKNOWN' ? 'Kept, not known' : 'As the board shows it';
}

/** What the rules say about three made-up posts, with the reasons that a row on a board gives. */
export function TryIt({ set }: { set: FilterSet }) {
  const today = dayAt(useNow(), useOfficeZone());
  const examples = useMemo(() => makeExamples(today), [today]);
  const stack = useMemo(() => compileStack([{ ...set, isForEveryone: false }]), [set]);
  const context = { today, isEmailed: false, isFactorable: null, unread: [] };
  return (
    <section className={classes.try} aria-label="Try it">
      <h3>Try it</h3>
      <p className={classes.note}>Three made-up posts. On a board, point at a row’s rate to see the same reasons.</p>
      <ul className={classes.examples}>
        {examples.map(({ title, line, load }) => {
          const { verdict, mark } = stack.judge(load, context, { isVirtual: true });
          return (
            <li key={title} data-mark={mark ?? 'NONE'}>
              <div className={classes.head}>
                <b>{title}</b>
                <span className={classes.mark}>{describeMark(verdict, mark)}</span>
              </div>
              <p className={classes.line}>{line}</p>
              <ul className={classes.reasons}>
                {stack.explain(load, context).map((result, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: Two rules may be the same, and nothing in a line keeps state.
                  <Reason key={index} result={result} />
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Reason({ result }: { result: RuleResult }) {
  const { verdict, rule } = result;
  const ReasonIcon = icons[verdict];
  return (
    <li data-verdict={verdict}>
      <ReasonIcon size={15} stroke={2} aria-hidden="true" />
      <span className={classes.spoken}>{spoken[verdict]}: </span>
      <span>{ruleLabel(rule)}</span>
      <span className={classes.found}>{formatResult(result)}</span>
    </li>
  );
}
