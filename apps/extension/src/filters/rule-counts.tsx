import { type RuleDraft, readyRules } from '@headhaul/contracts/boards/filter-draft';
import { useEffect, useMemo, useState } from 'react';
import type { VerdictCount } from '../panel/matches/messages.ts';
import { askWorker, useHost } from '../panel/view/panel-host.ts';

/** Who types isn't interrupted, and the page isn't asked for each letter. */
const settleMs = 150;
/** The rows that are seen grow while somebody scrolls. Nothing leaves the browser for it. */
const againMs = 2_000;

export interface DraftCounts {
  seen: number;
  /** By the draft's key. A rule that isn't whole yet, or only marks, has none. */
  each: ReadonlyMap<string, VerdictCount>;
  all: VerdictCount;
}

/** What the rules of a draft would find among the rows that were seen beside the panel. Null: nothing was seen there. */
export function useRuleCounts(drafts: readonly RuleDraft[]): DraftCounts | null {
  const host = useHost();
  const [known, setKnown] = useState<{ of: string; counts: DraftCounts | null } | null>(null);
  const whole = useMemo(
    () =>
      drafts.flatMap((draft) => readyRules([draft]).flatMap((rule) => (rule.kind === 'BROKER_PREFER' ? [] : [{ key: draft.key, rule }]))),
    [drafts],
  );
  const wanted = JSON.stringify(whole);

  useEffect(() => {
    if (whole.length === 0) return undefined;
    let isOver = false;
    async function count(): Promise<void> {
      const tabId = await host.findTab();
      if (tabId === null || isOver) return;
      const answer = await askWorker(host, { type: 'panel:count-rules', tabId, rules: whole.map(({ rule }) => rule) });
      if (isOver || answer === undefined) return;
      const { counts } = answer;
      const each = new Map(whole.flatMap(({ key }, index) => (counts?.each[index] ? [[key, counts.each[index]] as const] : [])));
      setKnown({ of: wanted, counts: counts === null || counts.seen === 0 ? null : { seen: counts.seen, each, all: counts.all } });
    }
    const countIfSeen = () => {
      if (document.visibilityState === 'visible') void count();
    };
    const first = setTimeout(countIfSeen, settleMs);
    const timer = setInterval(countIfSeen, againMs);
    return () => {
      isOver = true;
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [host, wanted, whole]);

  return whole.length === 0 || known === null ? null : known.counts;
}

const words = (count: number) => count.toLocaleString('en-US');

function Bar({ count: { pass, unknown, fail } }: { count: VerdictCount }) {
  const total = pass + unknown + fail;
  const width = (part: number) => ({ width: `${total === 0 ? 0 : (100 * part) / total}%` });
  return (
    <div className="share" aria-hidden="true">
      <span className="share-match" style={width(pass)} />
      <span className="share-unknown" style={width(unknown)} />
    </div>
  );
}

/** "96 pass, 41 not known, holds back 77" */
export function RuleCount({ count }: { count: VerdictCount }) {
  const { pass, unknown, fail } = count;
  return (
    <div className="rule-count">
      <Bar count={count} />
      <p className="quiet">
        {[`${words(pass)} pass`, unknown === 0 ? '' : `${words(unknown)} not known`, `holds back ${words(fail)}`]
          .filter((part) => part !== '')
          .join(', ')}
      </p>
    </div>
  );
}

/** All rules together, over the buttons that save them. */
export function AllCount({ counts: { all, seen } }: { counts: DraftCounts }) {
  return (
    <div className="rule-count" role="status">
      <Bar count={all} />
      <p>
        <strong>{words(all.pass)} match</strong> of {words(seen)} seen{all.unknown === 0 ? '' : `, ${words(all.unknown)} not known`},{' '}
        {words(all.fail)} held back
      </p>
    </div>
  );
}
